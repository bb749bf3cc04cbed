/** Summarizes the chosen slot: room, date, time, 1 hour, total; the whole visit's total comes first (decision 6). */
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dayName, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { hoursText } from "../../format/counts.ts";
import { hourlyOn } from "../../format/hour-prices.ts";
import { type BookingChoice, type BookingSpan, hoursOf } from "../../session/booking-choice.ts";

interface SlotSummaryProps {
  room: Room;
  choice: BookingChoice;
  span: BookingSpan;
  /** Integer cents for the whole visit. */
  total: number;
}

export function SlotSummary({ room, choice, span, total }: SlotSummaryProps) {
  const hourly = hourlyOn(room, choice.day);
  const rows = [
    ["Room", room.name],
    ["Date", dayName(venueDayOf(span.startsAt, room.timeZone))],
    ["Time", timeRange(span.startsAt, span.endsAt, room.timeZone)],
    // The price of one hour is shown only if the visit is paid by the hour.
    ...(choice.duration === "hourly" && !hourly.differs ? [["1 hour", hourly.usual]] : []),
  ];
  return (
    <section aria-labelledby="summary-heading" className="ticket-edge bg-sheet px-5 pt-6 pb-5">
      <h3 id="summary-heading" className="text-sm font-semibold text-muted">
        Selected slot
      </h3>
      <dl className="mt-1 grid gap-1.5 text-sm">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b-2 border-ink pb-2">
          <dt className="font-semibold">Total, {hoursText(hoursOf(choice))}</dt>
          <dd className="poster-type figures text-4xl">{formatMoney(total)}</dd>
        </div>
        {rows.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="figures text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
