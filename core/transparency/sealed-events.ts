/** Reads events by their index in the tree, as the log has them now. */
import type { EventMeta } from "../log/append-request.ts";
import type { Sql, TransactionSql } from "../platform/database/database.ts";
import { entryBytesOf, entryOf, type LogEntry } from "./entry.ts";

/** What is sealed at an index. */
export interface SealedEvent {
  index: number;
  /** The hash of the leaf, as it was sealed. */
  hash: Buffer;
  /** Null if the event is no longer in the log, or was changed to what cannot be an event. */
  entry: LogEntry | null;
}

/** A part of the sealed events. The UTC instants limit when events were decided, both inclusive. */
export interface Selection {
  from: Date | null;
  to: Date | null;
  stream: string | null;
}

export const EVERYTHING: Selection = { from: null, to: null, stream: null };

/** At most `limit` events, from this index on and before `size`, in the tree's order. */
export async function readSealedEvents(
  sql: Sql | TransactionSql,
  { first, size, limit }: { first: number; size: number; limit: number },
  { from, to, stream }: Selection = EVERYTHING,
): Promise<SealedEvent[]> {
  const rows = await sql<
    {
      index: number;
      hash: Buffer;
      stream: string;
      version: number;
      type: string | null;
      schemaVersion: number;
      data: unknown;
      meta: EventMeta;
      commandId: string;
      occurredAt: Date;
    }[]
  >`
    select l.index, l.hash, l.stream, l.version, e.type, e.schema_version as "schemaVersion", e.data, e.meta,
      e.command_id as "commandId", e.occurred_at as "occurredAt"
    from log_leaves l left join events e using (stream, version)
    where l.index >= ${first} and l.index < ${size}
      ${stream === null ? sql`` : sql`and l.stream = ${stream}`}
      ${from === null ? sql`` : sql`and e.occurred_at >= ${from}`}
      ${to === null ? sql`` : sql`and e.occurred_at <= ${to}`}
    order by l.index limit ${limit}`;
  return rows.map(({ index, hash, type, ...rest }) => {
    const event = type === null ? null : { ...rest, type };
    const isOne = event !== null && entryBytesOf(event, index) !== null;
    return { index, hash, entry: isOne ? entryOf(event, index) : null };
  });
}
