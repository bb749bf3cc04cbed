/** Carries out a request once that is repeated with its key. The key gives the command's id; a digest tells other requests apart. */
import { hash, randomUUID } from "node:crypto";
import type { Sql } from "../platform/database/database.ts";
import type { LogPosition } from "./position.ts";
import { findCommand } from "./read.ts";
import { type Refused, refuse } from "./rejection.ts";

/** How a request can be repeated: both are null if it has no key, so that it is always a new request. */
export interface IdempotentRequest {
  idempotencyKey: string | null;
  /** `digestOf` the request; the same key with another digest is refused with `IdempotencyKeyReused`. */
  bodyHash: string | null;
}

const sha256 = (text: string): string => hash("sha256", text, "hex");

/** The id of a command; keys are distinguished within `scope`. */
export const commandIdOf = (
  scope: string,
  { idempotencyKey }: Pick<IdempotentRequest, "idempotencyKey">,
): string => `${scope}:${idempotencyKey === null ? randomUUID() : sha256(idempotencyKey)}`;

/** A keyed digest, because auditors read the log and must not be able to find out a request by trying. */
export const digestOf = ({ holderHash }: { holderHash(text: string): string }, asked: string): string =>
  holderHash(sha256(asked));

/** The stream and position of the first request with this command's id; null if none, `IdempotencyKeyReused` if it was another request. */
export async function findFirstRequest(
  sql: Sql,
  commandId: string,
  { bodyHash }: Pick<IdempotentRequest, "bodyHash">,
): Promise<{ ok: true; stream: string; at: LogPosition } | Refused | null> {
  const first = await findCommand(sql, commandId);
  if (!first) return null;
  const { stream, at, meta } = first;
  return (meta.bodyHash ?? null) === bodyHash ? { ok: true, stream, at } : refuse("IdempotencyKeyReused");
}
