/** Owns what `make verify` reads of the log: events in their order, as they lie there, behind nobody and whether this code knows them or not. */
import type { EventMeta } from "../../../core/log/append-request.ts";
import type { LogPosition } from "../../../core/log/position.ts";
import { LOG_START } from "../../../core/log/position.ts";
import type { RawEvent } from "../../../core/log/stream.ts";
import type { TransactionSql } from "../../../core/platform/database.ts";

export interface LoggedEvent extends RawEvent {
  /** Of its instant what the entry's milliseconds leave out; the product writes none. Null of an instant that no calendar has. */
  microseconds: number | null;
  /** Which event of its command it is, from 0. It is not under the seal; its own rule says what it must be. */
  commandSeq: number;
}

/** Of a snapshot, which holds every committed event: so none is waited for, as followers do. */
export async function readEventPage(
  tx: TransactionSql,
  after: LogPosition = LOG_START,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await tx<
    (LogPosition & {
      stream: string;
      version: number;
      type: string;
      schema_version: number;
      data: unknown;
      meta: EventMeta;
      command_id: string;
      command_seq: number;
      occurred_at: Date;
      microseconds: number | null;
    })[]
  >`
    select stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at, epoch, xid, position,
      case when isfinite(occurred_at) then extract(microseconds from occurred_at)::integer % 1000 end as microseconds
    from events where (epoch, xid, position) > (${after.epoch}, ${String(after.xid)}::xid8, ${after.position})
    order by epoch, xid, position limit ${limit}`;
  return rows.map((row) => ({
    stream: row.stream,
    version: row.version,
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data,
    meta: row.meta,
    commandId: row.command_id,
    commandSeq: row.command_seq,
    occurredAt: row.occurred_at,
    at: { epoch: row.epoch, xid: row.xid, position: row.position },
    microseconds: row.microseconds,
  }));
}
