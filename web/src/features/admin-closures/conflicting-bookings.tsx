/** Lists the bookings that conflict with a closure, and lets staff choose the same for all of them. */

import { useEffect, useId, useRef } from "react";
import { countText } from "../../../../core/text/count-text.ts";
import { Button } from "../../ui/button.tsx";
import type { ConflictingBooking } from "./calls.ts";
import type { NamedRoom } from "./closure-words.ts";
import { ConflictingBookingRow } from "./conflicting-booking.tsx";
import type { Span } from "./free-times.ts";
import type { ConflictChoice } from "./use-close-hours-form.ts";

interface BookingsInTheWayProps {
  bookings: readonly ConflictingBooking[];
  said: ReadonlyMap<number, ConflictChoice>;
  onSay(id: number, becomes: ConflictChoice): void;
  onSayAll(becomes: "keep" | "cancel"): void;
  /** The hours that will be closed. */
  closing: Span & { roomIds: readonly number[] };
  errors: ReadonlyMap<string, string>;
  rooms: readonly NamedRoom[];
}

export function ConflictingBookings(props: BookingsInTheWayProps) {
  const { bookings, said, onSay, onSayAll, closing, errors, rooms } = props;
  const id = useId();
  const number = bookings.length;
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button has added bookings to the list, so the list is what staff read next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again whenever there are more
  useEffect(() => heading.current?.focus(), [number]);
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t-2 border-ink pt-4">
      <h3 ref={heading} id={id} tabIndex={-1} className="text-lg font-semibold">
        {countText(number, "conflicting booking")}
      </h3>
      <p className="text-sm text-muted">
        Nothing has been closed yet. Choose what happens to each booking. All changes are made together, or
        none.
      </p>
      {number > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button density="dense" onClick={() => onSayAll("keep")}>
            Keep all
          </Button>
          <Button density="dense" onClick={() => onSayAll("cancel")}>
            Cancel all
          </Button>
        </div>
      )}
      <ul className="grid gap-3">
        {bookings.map((booking) => (
          <ConflictingBookingRow
            key={booking.id}
            booking={booking}
            rooms={rooms}
            becomes={said.get(booking.id)}
            onSay={(becomes) => onSay(booking.id, becomes)}
            closing={closing}
            promised={promisedBeside(booking, bookings, said)}
            error={errors.get(`bookings.${booking.id}`)}
            roomError={errors.get(`bookings.${booking.id}.roomId`)}
            timeError={errors.get(`bookings.${booking.id}.startTime`)}
          />
        ))}
      </ul>
    </section>
  );
}

/** The hours that other conflicting bookings are to be moved to. */
function promisedBeside(
  booking: ConflictingBooking,
  bookings: readonly ConflictingBooking[],
  said: ReadonlyMap<number, ConflictChoice>,
) {
  return bookings.flatMap((other) => {
    const becomes = said.get(other.id);
    if (other.id === booking.id) return [];
    if (typeof becomes !== "object" || becomes.startTime === "") return [];
    const length = Date.parse(other.endTime) - Date.parse(other.startTime);
    const endTime = new Date(Date.parse(becomes.startTime) + length).toISOString();
    return [{ ...becomes, endTime }];
  });
}
