/** Reads the log for `make verify`: all committed events in their order, whether or not this code knows their types. */
import type { LogPosition } from "../../core/log/position.ts";
import { LOG_START } from "../../core/log/position.ts";
import { type EventRow, toRawEvent } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database/database.ts";

export interface LoggedEvent extends RawEvent {
  /** The microseconds beyond the entry's milliseconds; the product writes none. Null if JavaScript's calendar does not have the instant. */
  microseconds: number | null;
  /** The event's number within its command, from 0. The seal does not cover it; a separate rule determines what it must be. */
  commandSeq: number;
}

/** Reads a snapshot, which has every committed event, so it does not have to wait for older transactions as followers do. */
export async function readEventPage(
  tx: TransactionSql,
  after: LogPosition = LOG_START,
  limit: number,
): Promise<LoggedEvent[]> {
  const rows = await tx<(EventRow & { command_seq: number; microseconds: number | null })[]>`
    select stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at, epoch, xid, position,
      case when isfinite(occurred_at) then extract(microseconds from occurred_at)::integer % 1000 end as microseconds
    from events where (epoch, xid, position) > (${after.epoch}, ${String(after.xid)}::xid8, ${after.position})
    order by epoch, xid, position limit ${limit}`;
  return rows.map((row) => ({
    ...toRawEvent(row),
    commandSeq: row.command_seq,
    microseconds: row.microseconds,
  }));
}
