/** Owns the calendar's summary of the chosen slot: room, date, time, 1 hour, total (SPEC §2 Calendar). */
import type { Room } from "../../../../bff/contract/room.ts";
import { dayName, timeRange } from "../../../../bff/contract/venue-time.ts";
import type { Slot } from "./free-slots.ts";

interface SlotSummaryProps {
  room: Room;
  day: string;
  slot: Slot;
  /** How many hours the booking runs from this slot; the form sets it. */
  hours: number;
}

export function SlotSummary({ room, day, slot, hours }: SlotSummaryProps) {
  const rows = [
    ["Room", room.name],
    ["Date", dayName(day)],
    ["Time", timeRange(slot.startsAt, slot.endsAt, room.timeZone)],
    ["Duration", "1 hour"],
    ["Total", `$${room.hourlyRate}`],
  ];
  return (
    <section aria-labelledby="summary-heading" className="ticket-edge bg-sheet px-5 pt-6 pb-5">
      <h3 id="summary-heading" className="font-semibold">
        Selected slot
      </h3>
      <dl className="mt-2 grid gap-1.5 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="figures text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {hours > 1 && (
        <p className="mt-3 text-sm text-muted">
          Your booking runs {hours} hours from here. Its length and price are in the form.
        </p>
      )}
    </section>
  );
}
