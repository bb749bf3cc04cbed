/** Lets a request that comes again with its key happen once: the command's id follows from the key, a digest tells the same request from another. */
import { hash, randomUUID } from "node:crypto";
import type { Sql } from "../platform/database.ts";
import { type Refused, refuse } from "../rejection.ts";
import type { LogPosition } from "./position.ts";
import { findCommand } from "./read.ts";

/** How a request may come again: both null where it came without a key and is always one of its own. */
export interface Repeatable {
  idempotencyKey: string | null;
  /** `digestOf` what was asked; the same key with another is refused with `IdempotencyKeyReused`. */
  bodyHash: string | null;
}

const sha256 = (text: string): string => hash("sha256", text, "hex");

/** The id of a command; `scope` says within what keys are told apart. */
export const commandIdOf = (scope: string, { idempotencyKey }: Pick<Repeatable, "idempotencyKey">): string =>
  `${scope}:${idempotencyKey === null ? randomUUID() : sha256(idempotencyKey)}`;

/** Keyed, since auditors read the log and must not be able to try out what somebody asked. */
export const digestOf = ({ holderHash }: { holderHash(text: string): string }, asked: string): string =>
  holderHash(sha256(asked));

/** Where the first request with this command's id lies; null where there was none, `IdempotencyKeyReused` where it asked for something else. */
export async function firstRequest(
  sql: Sql,
  commandId: string,
  { bodyHash }: Pick<Repeatable, "bodyHash">,
): Promise<{ ok: true; stream: string; at: LogPosition } | Refused | null> {
  const first = await findCommand(sql, commandId);
  if (!first) return null;
  const { stream, at, meta } = first;
  return (meta.bodyHash ?? null) === bodyHash ? { ok: true, stream, at } : refuse("IdempotencyKeyReused");
}
