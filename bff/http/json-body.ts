/**
 * Reads the JSON body of a call that is made often: its media type, its text and its shape, without the copies of headers that the
 * framework's own validator makes.
 */
import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { BffContext, BffEnv } from "./hono-env.ts";
import { hasBody } from "./request-body.ts";
import { refuseInvalid } from "./validation.ts";

/** `application/json` and types based on it, with any parameters. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Sets what the handler reads as `c.req.valid("json")`. Refuses with 415 a body of another type, with 400 a body that is no JSON, and in
 * `words` what the schema does not accept. The schema must not contain promises: zod compiles only schemas that it can check
 * synchronously.
 */
export function checkedJson<Schema extends z.ZodType>(
  schema: Schema,
  words?: Parameters<typeof refuseInvalid>[0],
): MiddlewareHandler<BffEnv, string, { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }> {
  const refuse = refuseInvalid(words);
  return async (c, next) => {
    const { incoming } = c.env;
    if (hasBody(incoming) && !JSON_TYPE.test(incoming.headers["content-type"] ?? "")) {
      throw new HTTPException(415);
    }
    const data = hasBody(incoming) ? await parsed(c) : {};
    const result = schema.safeParse(data);
    if (!result.success) return refuse({ target: "json", success: false, error: result.error, data }, c);
    c.req.addValidatedData("json", result.data as object); // zod's output of a body is an object
    await next();
  };
}

async function parsed(c: BffContext): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch {
    throw new HTTPException(400);
  }
}
