/** Defines an event's entry in the tree, and the bytes of it that are hashed (decision 183). */
import type { RawEvent } from "../log/stream.ts";
import { canonicalJson, type Json } from "./canonical-json.ts";

/** An event as auditors read it. */
export interface LogEntry {
  /** Its index in the tree, from 0. */
  index: number;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  data: Json;
  meta: Json;
  commandId: string;
  /** UTC instant, ISO 8601 with milliseconds. */
  occurredAt: string;
}

export function entryOf(event: Omit<RawEvent, "at">, index: number): LogEntry {
  const { stream, version, type, schemaVersion, data, meta, commandId, occurredAt } = event;
  return {
    index,
    stream,
    version,
    type,
    schemaVersion,
    // Both come from jsonb columns, which contain only JSON.
    data: data as Json,
    meta: meta as unknown as Json,
    commandId,
    occurredAt: occurredAt.toISOString(),
  };
}

/** RFC 8785, as UTF-8. */
export const entryBytes = (entry: LogEntry): Buffer => Buffer.from(canonicalJson({ ...entry }));

/** Null for what cannot be an event: the database accepts numbers and instants that have no canonical form. */
export function entryBytesOf(event: Omit<RawEvent, "at">, index: number): Buffer | null {
  try {
    return entryBytes(entryOf(event, index));
  } catch {
    return null;
  }
}
