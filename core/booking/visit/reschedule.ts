/** Decides when customers may move their own booking, and where to (decision 71). Pure; instants in UTC, days at the venue. */
import { type FieldError, type Refused, refuse } from "../../log/rejection.ts";
import { addDays, type VenueDay, venueDayOf } from "../../venue/time/venue-time.ts";
import { type TimeContext, timeErrors } from "../rules/booking-rules.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import { type Booking, heldUntil } from "../state/booking-state.ts";

/** The notice that is required before the booking's current start. */
const RESCHEDULE_NOTICE_MS = 24 * 3_600_000;

/**
 * The policy says "within 60 days" without saying of which day (decision 71). We count venue days from the day that was first booked. So a
 * visit far ahead can still be moved a little, and repeated moves cannot put off a paid visit forever.
 */
const RESCHEDULE_WINDOW_DAYS = 60;

/** Same room, same length, same price: only the start changes. */
export interface RescheduleBooking extends Omit<TimeContext, "byStaff"> {
  type: "RescheduleBooking";
  startDate: VenueDay;
  /** Null if the request's text was not a time. */
  startsAt: Date | null;
  /** Whether visitors can book the room now. */
  room: { bookable: boolean };
}

/** The last venue day that the booking can be moved to. */
export const lastRescheduleDay = (booking: Pick<Booking, "firstStartsAt">, timeZone: string): VenueDay =>
  addDays(venueDayOf(booking.firstStartsAt, timeZone), RESCHEDULE_WINDOW_DAYS);

/**
 * Why the booking cannot be moved at all; null if it can. An unpaid hold can be moved, and keeps its deadline; hours that were offered to
 * who waited are taken as they are, and can be moved then.
 */
export function whyNotMovable(
  booking: Pick<
    Booking,
    "status" | "expired" | "paymentStatus" | "holdUntil" | "startsAt" | "endsAt" | "waitlistEntryId"
  >,
  now: Date,
): Refused | null {
  const deadline = heldUntil(booking);
  if (booking.expired || (deadline && deadline <= now)) return refuse("HoldExpired");
  if (booking.status === "cancelled" || booking.status === "completed" || booking.endsAt <= now) {
    return refuse("BookingOver");
  }
  if (deadline !== null && booking.waitlistEntryId !== null) return refuse("HoursAreOffered");
  const notice = booking.startsAt.getTime() - now.getTime();
  return notice < RESCHEDULE_NOTICE_MS ? refuse("RescheduleTooLate") : null;
}

/**
 * Moves the visit. Choosing the current time changes nothing. A wrong time is refused with its field, `startDate` or `startTime`. Answers
 * `RoomNotBookable` if visitors can no longer book the room.
 */
export function reschedule(command: RescheduleBooking, booking: Booking): BookingDecision {
  const { startsAt, startDate } = command;
  const fixed = whyNotMovable(booking, command.now);
  if (fixed) return fixed;
  if (startsAt?.getTime() === booking.startsAt.getTime()) return accept();
  if (!command.room.bookable) return refuse("RoomNotBookable");
  const lengthMs = booking.endsAt.getTime() - booking.startsAt.getTime();
  const endsAt = startsAt && new Date(startsAt.getTime() + lengthMs);
  const errors = timeErrors({ startDate, startsAt, endsAt, duration: "hourly", hourCount: null }, command);
  if (startDate > lastRescheduleDay(booking, command.timeZone)) {
    const message = `The new date must be within ${RESCHEDULE_WINDOW_DAYS} days of the date first booked`;
    errors.push({ path: "startDate", message });
  }
  if (!startsAt || !endsAt || errors.length > 0) {
    return refuse("InvalidBooking", { errors: errorsOfTheStart(errors) });
  }
  return accept({
    type: "BookingRescheduled",
    data: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  });
}

/** The end follows from the start, so an error about the end is reported at the start; one error for each field. */
function errorsOfTheStart(errors: readonly FieldError[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const { path, message } of errors) {
    const field = path === "endTime" ? "startTime" : path;
    if (!byPath.has(field)) byPath.set(field, { path: field, message });
  }
  return [...byPath.values()];
}
