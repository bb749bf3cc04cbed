/** Projects on which day each entry of the waitlist joined and ended. Venue days. */
import type { WaitlistEvent } from "../../../core/booking/waitlist/waitlist-events.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import type { TransactionSql } from "../../../core/platform/database/database.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import type { Parts } from "./customer-counts.ts";

const ENDS_AN_ENTRY: ReadonlySet<WaitlistEvent["type"]> = new Set([
  "OfferClaimed",
  "OfferDeclined",
  "WaitlistLeft",
]);

/** Each entry once, and its first end, also if events are applied twice. */
export function waitlistParts(
  tx: TransactionSql,
  table: string,
  events: readonly RecordedEvent<WaitlistEvent>[],
  dayOf: (instant: Date) => VenueDay,
): Parts {
  const ends = new Map<number, VenueDay>();
  for (const { type, data, occurredAt } of events) {
    if (ENDS_AN_ENTRY.has(type) && !ends.has(data.entryId)) ends.set(data.entryId, dayOf(occurredAt));
  }
  const joined = events.flatMap(({ type, data: { entryId }, occurredAt }) =>
    type === "WaitlistJoined"
      ? [{ entry_id: entryId, joined_on: dayOf(occurredAt), ended_on: ends.get(entryId) ?? null }]
      : [],
  );
  const ended = [...ends].map(([entry_id, ended_on]) => ({ entry_id, ended_on }));
  return [
    ...(joined.length === 0
      ? []
      : [
          tx`joined as (
            insert into ${tx(table)} (entry_id, joined_on, ended_on)
            select entry_id, joined_on, ended_on from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(joined)})
            on conflict do nothing)`,
        ]),
    // It does not see what joined in the same statement.
    ...(ended.length === 0
      ? []
      : [
          tx`ended as (
            update ${tx(table)} entry set ended_on = news.ended_on
            from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(ended)}) news
            where entry.entry_id = news.entry_id and entry.ended_on is null)`,
        ]),
  ];
}
