/** Answers a request that the contract refuses: 400, each field at fault named (decision 26). */
import type { ValidationTargets } from "hono";
import type { z } from "zod";
import type { FieldError } from "../contract/problem.ts";
import type { BffContext } from "./hono-env.ts";
import { type ProblemResponse, problem } from "./problem.ts";
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
