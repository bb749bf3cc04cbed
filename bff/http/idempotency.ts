/** Reads the Idempotency-Key of a call that must not happen twice, with the digest of its content. */
import type { Core } from "../../core/context.ts";
import { digestOf, type IdempotentRequest } from "../../core/log/idempotency.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../contract/headers.ts";
import { type ProblemResponse, problem } from "./answers.ts";
import type { RespondingContext } from "./hono-env.ts";

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
const IDEMPOTENCY_KEY_DESCRIPTION =
  "1 to 255 printable ASCII characters, new for each booking. The same key with the same body answers the first booking again; with another body it is refused.";

/** Described, not validated: a validator of headers reads every header of the request, so the handler itself refuses a wrong key. */
export const IDEMPOTENCY_KEY_PARAMETER = {
  schema: {
    type: "string" as const,
    description: IDEMPOTENCY_KEY_DESCRIPTION,
    examples: ["0b2a9c1e-6a55-4b1f-9f5e-2d1a1c7f0f3b"],
  },
  required: false,
  description: IDEMPOTENCY_KEY_DESCRIPTION,
  name: IDEMPOTENCY_KEY_HEADER,
  in: "header" as const,
};

/** The header of every call that accepts a key. */
export const REPEAT_PROBLEMS = ["InvalidIdempotencyKey", "IdempotencyKeyReused"] as const;

/**
 * The key and digest of the request, or the problem with its key. The digest is the same for the same `asked`, whatever the order of
 * its fields.
 */
export function readRepeatable(
  c: RespondingContext,
  core: Pick<Core, "holderHash">,
  asked: object,
): ({ ok: true } & IdempotentRequest) | { ok: false; response: ProblemResponse } {
  const idempotencyKey = c.env.incoming.headers[IDEMPOTENCY_KEY_HEADER]?.toString() ?? null;
  if (idempotencyKey === null) return { ok: true, idempotencyKey, bodyHash: null };
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const errors = [{ path: "Idempotency-Key", message: "Send 1 to 255 printable ASCII characters" }];
    return { ok: false, response: problem(c, "InvalidIdempotencyKey", { errors }) };
  }
  return { ok: true, idempotencyKey, bodyHash: digestOf(core, JSON.stringify(asked, inOrder)) };
}

/** Fields in the order of their names, at every depth. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
