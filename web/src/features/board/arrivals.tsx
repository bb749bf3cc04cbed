/** Arriving Today: the guests that the desk expects next, when, in which room, and what they still owe. */

import type { Board, BookingEntry } from "../../../../bff/contract/staff/board.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { clockTime } from "../../../../core/venue/time/time-format.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { moneyWords } from "./entry-words.ts";
import { useCurrentMinute } from "./use-minute.ts";

interface ArrivingProps {
  /** Today's board. */
  board: Board;
  onOpen(bookingId: number): void;
}

interface Arrival {
  booking: BookingEntry;
  roomName: string;
  slug: string;
}

/** Visits of today whose guests have not arrived and whose hours are not over, by start. */
function arrivalsOf({ rooms }: Board, now: Date): Arrival[] {
  return rooms
    .flatMap(({ name, slug, entries }) =>
      entries.flatMap((booking) => (booking.kind === "booking" ? [{ booking, roomName: name, slug }] : [])),
    )
    .filter(
      ({ booking: { visit, status, endTime } }) =>
        visit === null && status !== "completed" && new Date(endTime) > now,
    )
    .sort((a, b) => a.booking.startTime.localeCompare(b.booking.startTime));
}

export function Arrivals({ board, onOpen }: ArrivingProps) {
  const zone = useZone();
  const now = useCurrentMinute();
  const arrivals = arrivalsOf(board, now);
  return (
    <section aria-labelledby="arriving" className="print-none grid gap-1.5 xl:content-start">
      <h2 id="arriving" className="text-sm font-semibold">
        Arriving today
        {arrivals.length > 0 && <span className="figures text-muted"> ({arrivals.length})</span>}
      </h2>
      {arrivals.length === 0 ? (
        <p className="text-sm text-muted">No more guests are expected today.</p>
      ) : (
        <ul className="-mx-1 flex gap-1.5 overflow-x-auto px-1 pb-1.5">
          {arrivals.map(({ booking, roomName, slug }) => (
            <li key={booking.id} className="flex-none">
              <button
                type="button"
                onClick={() => onOpen(booking.id)}
                style={{ borderLeftColor: inksOf(slug).first.hex }}
                className="grid min-h-11 w-44 border border-l-4 border-control bg-sheet px-2.5 py-1 text-left text-sm leading-snug hover:border-ink"
              >
                <span className="flex justify-between gap-2">
                  <b className="figures whitespace-nowrap">{clockTime(new Date(booking.startTime), zone)}</b>
                  <span className="figures truncate">{moneyWords(booking, zone)}</span>
                </span>
                <span className="truncate font-medium">{customerName(booking)}</span>
                <span className="truncate text-muted">{roomName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
