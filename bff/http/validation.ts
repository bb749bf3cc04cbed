/** Checks requests by the contract, and answers one that it refuses: 400, each field at fault named (decision 26). */
import type { MiddlewareHandler, ValidationTargets } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import type { FieldError } from "../contract/problem.ts";
import { type ProblemResponse, problem } from "./answers.ts";
import { hasBody } from "./body/request-body.ts";
import type { BffContext, BffEnv } from "./hono-env.ts";
import type { ProblemCode } from "./problem-reasons.ts";

type Validated = { target: keyof ValidationTargets } & (
  | { success: true }
  | { success: false; error: z.ZodError; data?: unknown }
);

/** The problems for a required field that is missing or empty, and for a wrong one. */
interface Words {
  missing: ProblemCode;
  invalid: ProblemCode;
}

const GENERAL: Words = { missing: "MissingInformation", invalid: "InvalidData" };

/** Answers what zod refused: `missing` when a required field is absent or empty, otherwise `invalid`; one error per field. */
export function refuseInvalid(words: Words = GENERAL) {
  return (result: Validated, c: BffContext): ProblemResponse | undefined => {
    if (result.success) return undefined;
    // The validator passes on what was sent; @hono/zod-openapi's type leaves it out.
    const sent: unknown = "data" in result ? result.data : undefined;
    const issues = result.error.issues;
    const code = issues.some((issue) => isEmpty(sent, issue.path)) ? words.missing : words.invalid;
    return problem(c, code, { errors: fieldErrors(issues) });
  };
}

/** The first error of each field. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const issue of issues) {
    const path = issue.path.join(".");
    const message = path === "" ? "The body must be a JSON object" : issue.message;
    if (!byPath.has(path)) byPath.set(path, { path, message });
  }
  return [...byPath.values()];
}

function isEmpty(sent: unknown, path: readonly PropertyKey[]): boolean {
  if (path.length === 0) return false;
  let value = sent;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return true;
    value = Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined; // own key, checked above
  }
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** `application/json` and types based on it, with any parameters. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Reads the JSON body of a call that is made often, without the copies of headers that the framework's own validator makes. Sets what the handler reads as `c.req.valid("json")`. Refuses with 415 a body of another type, with 400 a body that is no JSON, and in
 * `words` what the schema does not accept. The schema must not contain promises: zod compiles only schemas that it can check
 * synchronously.
 */
export function checkedJson<Schema extends z.ZodType>(
  schema: Schema,
  words?: Words,
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
