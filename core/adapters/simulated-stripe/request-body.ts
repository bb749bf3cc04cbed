/** Owns how a request's body is taken in: bounded in size, as a form or as JSON by its content type. */
import type { Context } from "hono";
import { type ParameterTree, readForm, readJson } from "./form-encoding.ts";
import { invalidRequest } from "./stripe-refusal.ts";

/** Far more than any request here needs. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the parameters; throws Stripe's 400 for a body that is too large or is no JSON. */
export async function readBody(c: Context): Promise<ParameterTree> {
  const text = await boundedText(c.req.raw);
  if (!c.req.header("content-type")?.startsWith("application/json"))
    return readForm(new URLSearchParams(text));
  if (text.trim() === "") return readJson({});
  try {
    return readJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidRequest("Invalid JSON in the request body.");
    throw error;
  }
}

async function boundedText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw invalidRequest("The request body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
