/** Owns moving a booking out of the way of a block: within its room, as long and as dear as it is, without the customer's limits. Pure. */

import { accept, type BookingDecision } from "../booking/booking-money.ts";
import { timeErrors } from "../booking/booking-rules.ts";
import { type Booking, occupies } from "../booking/booking-state.ts";
import { type Refused, refuse } from "../rejection.ts";
import type { OpeningSchedule } from "../venue/opening-hours.ts";
import { venueDayOf } from "../venue/venue-time.ts";

export interface MoveForBlock {
  /** UTC instant of the new start. */
  startsAt: Date;
  /** Null: its own. */
  roomId: number | null;
  /** The booking's number, by which the request names it. */
  id: number;
  now: Date;
  timeZone: string;
  opening: OpeningSchedule;
}

/** Hours at which nobody can book are refused with `InvalidBlock`; what is over or cancelled stays where it is. */
export function moveForBlock(command: MoveForBlock, booking: Booking): BookingDecision | Refused {
  const { startsAt, timeZone } = command;
  if (!occupies(booking) || booking.endsAt <= command.now) return refuse("BookingOver");
  if (command.roomId !== null && command.roomId !== booking.roomId) {
    const message = "A booking is moved within its room here; move it to another room first";
    return refuse("InvalidBlock", { errors: [{ path: `bookings.${command.id}.roomId`, message }] });
  }
  const endsAt = new Date(startsAt.getTime() + booking.endsAt.getTime() - booking.startsAt.getTime());
  const startDate = venueDayOf(startsAt, timeZone);
  const errors = timeErrors({ startDate, startsAt, endsAt, duration: "hourly", hourCount: null }, command);
  if (errors.length > 0) {
    const message = errors[0]?.message ?? "";
    return refuse("InvalidBlock", { errors: [{ path: `bookings.${command.id}.startTime`, message }] });
  }
  return accept({
    type: "BookingRescheduled",
    data: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  });
}
