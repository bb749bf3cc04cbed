/** Writes a venue day's takings. */

import { toAmount } from "../../core/booking/rules/money.ts";
import type { DayEvent } from "../../core/day/day.ts";
import type { Actor } from "../../core/log/append-request.ts";
import type { RecordedEvent } from "../../core/log/stream.ts";
import { personName } from "../../core/person/person-name.ts";
import type { VenueDay } from "../../core/venue/time/venue-time.ts";
import type { TakingsEntry } from "../../projections/views/takings.ts";
import type { Takings } from "../contract/staff/takings.ts";

export function takingsJson(day: {
  day: VenueDay;
  timeZone: string;
  entries: readonly TakingsEntry[];
  /** Each close and reopening, the oldest first. */
  closes: readonly { event: RecordedEvent<DayEvent>; words: string | null }[];
  nameOf(actor: Actor): string;
}): Takings {
  const { entries, closes, nameOf } = day;
  const last = closes.at(-1);
  const close = last?.event.type === "DayClosed" ? last.event : null;
  const sums = { cash: 0, terminal: 0, transfer: 0, card: 0, marked: 0 };
  for (const { method, cents } of entries) sums[method] += cents;
  const { cash, terminal, transfer, card, marked } = sums;
  return {
    day: day.day,
    timeZone: day.timeZone,
    methods: {
      cash: toAmount(cash),
      terminal: toAmount(terminal),
      transfer: toAmount(transfer),
      card: toAmount(card),
      marked: toAmount(marked),
    },
    total: toAmount(cash + terminal + transfer + card + marked),
    entries: entries.map(({ bookingId, accountId, invoice, version, method, ...entry }) => ({
      bookingId,
      accountId,
      invoice,
      version,
      customerName: personName(entry) || null,
      method,
      amount: toAmount(entry.cents),
      at: entry.at.toISOString(),
      by: nameOf(entry.actor),
      // In the log's order: the clocks of two desks may differ.
      afterClose: close !== null && entry.position > close.at.position,
    })),
    close: close && {
      countedAmount: toAmount(close.data.countedCents),
      expectedAmount: toAmount(close.data.expectedCents),
      differenceAmount: toAmount(close.data.countedCents - close.data.expectedCents),
      floatAmount: toAmount(close.data.floatCents),
      note: last?.words ?? null,
      by: nameOf(close.meta.actor),
      at: close.occurredAt.toISOString(),
    },
    reopenings: closes
      .filter(({ event }) => event.type === "DayReopened")
      .map(({ event, words }) => ({
        by: nameOf(event.meta.actor),
        at: event.occurredAt.toISOString(),
        reason: words,
      })),
  };
}
