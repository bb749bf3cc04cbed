/**
 * Decides how staff move a visit to other hours, another length or room, and what that does to its price and money (decision 73). Pure;
 * integer cents, UTC instants.
 */
import { type FieldError, type Refused, refuse } from "../../log/rejection.ts";
import type { RoomRates } from "../../venue/rooms/room-rates.ts";
import { HOUR_MS, venueDayOf } from "../../venue/time/venue-time.ts";
import { afterNewPrice, moneyAt } from "../payment/new-price.ts";
import { peopleErrors, type TimeContext, timeErrors } from "../rules/booking-rules.ts";
import { downpaymentOf, priceOf, visitBegin } from "../rules/pricing.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import { type Booking, heldUntil, unpaidIntentId } from "../state/booking-state.ts";

export interface MoveBooking extends Omit<TimeContext, "byStaff"> {
  type: "MoveBooking";
  startsAt: Date;
  /** Null: the length stays. */
  endsAt: Date | null;
  /** The room that it moves to, or stays in. */
  room: { id: number; retired: boolean; capacity: number; engineerAvailable: boolean; rates: RoomRates };
  /** The venue is the cause: the guest pays no more for it. */
  ourFault?: boolean | undefined;
  /** False: the guest gets no mail about it. */
  mailed?: boolean | undefined;
  /** The payment intent that can no longer be paid; null if there is none. */
  withdrawnIntentId: string | null;
}

/**
 * Moves the visit without the customer's limits of notice and distance. In the same room and length the price stays. Otherwise it follows the
 * rules, at the rates that were agreed for this room, or today's rates of the other
 * room, less what it was reduced by; if the venue is the cause, it does not rise (decision 233). A free visit stays free. A higher price
 * leaves the difference due; with a lower price, the card is refunded what is overpaid. If an intent could still be paid at the older
 * price, the move is refused with `ConcurrentChange`: withdraw that intent first.
 */
export function moveBooking(command: MoveBooking, booking: Booking): BookingDecision {
  const { room, startsAt, now } = command;
  const lengthMs = booking.endsAt.getTime() - booking.startsAt.getTime();
  const endsAt = command.endsAt ?? new Date(startsAt.getTime() + lengthMs);
  const fixed = whyNotMovable(booking, now);
  if (fixed) return fixed;
  const sameRoom = room.id === booking.roomId;
  const sameStart = startsAt.getTime() === booking.startsAt.getTime();
  if (sameRoom && sameStart && endsAt.getTime() === booking.endsAt.getTime()) return accept();
  if (room.retired) return refuse("RoomNotBookable");
  const errors = [...errorsOfTimes(command, endsAt), ...(sameRoom ? [] : errorsOfRoom(command, booking))];
  if (errors.length > 0) return refuse("InvalidBooking", { errors });
  const sameLength = endsAt.getTime() - startsAt.getTime() === lengthMs;
  // With another length it is no longer a half or full day.
  const duration = sameLength ? booking.duration : "hourly";
  const hourCount = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  const { terms, engineerRequired } = booking;
  const rates = sameRoom ? terms.rates : room.rates;
  const price = priceOf(
    rates ?? room.rates,
    { duration, hourCount, engineerRequired, begin: visitBegin(startsAt, command.timeZone) },
    terms,
  );
  const reducedCents = Math.min(booking.reducedCents, price.totalCents);
  const byRules = price.totalCents - reducedCents;
  // For a fault of ours the guest pays no more, and less in a cheaper room.
  const isCapped = command.ourFault === true && byRules > booking.totalCents;
  const keepsPrice = isCapped || (sameRoom && sameLength) || booking.totalCents === 0;
  const totalCents = keepsPrice ? booking.totalCents : byRules;
  const priceChanges = totalCents !== booking.totalCents;
  const intentId = unpaidIntentId(booking);
  if (priceChanges && intentId !== null && intentId !== command.withdrawnIntentId) {
    return refuse("ConcurrentChange");
  }
  const money = priceChanges
    ? moneyAt(totalCents, downpaymentOf(totalCents, terms), booking)
    : { downpaymentCents: booking.downpaymentCents, paymentStatus: booking.paymentStatus };
  const moved: BookingEvent = {
    type: "BookingMoved",
    data: {
      roomId: room.id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      duration,
      hourCount,
      totalCents,
      ...money,
      rates,
      ...(keepsPrice || reducedCents === booking.reducedCents ? {} : { reducedCents }),
      ...(isCapped ? { priceKept: true } : {}),
      ...(command.mailed === false ? { unmailed: true as const } : {}),
    },
  };
  return accept(moved, ...afterNewPrice(booking, { totalCents, money, reason: "moved", now }));
}

/** Why staff cannot move it at all; null if they can. */
function whyNotMovable(booking: Booking, now: Date): Refused | null {
  const deadline = heldUntil(booking);
  if (booking.expired || (deadline && deadline <= now)) return refuse("HoldExpired");
  return booking.status === "cancelled" || booking.status === "completed" ? refuse("BookingOver") : null;
}

/** An error about the day is reported at the start, because there is no field for the day. */
function errorsOfTimes(command: MoveBooking, endsAt: Date): FieldError[] {
  const { startsAt, timeZone } = command;
  const startDate = venueDayOf(startsAt, timeZone);
  const asked = { startDate, startsAt, endsAt, duration: "hourly", hourCount: null } as const;
  return timeErrors(asked, { ...command, byStaff: true }).map(({ path, message }) => ({
    path: path === "startDate" ? "startTime" : path,
    message,
  }));
}

const errorsOfRoom = ({ room }: MoveBooking, booking: Booking): FieldError[] =>
  peopleErrors(booking, room).map(({ message }) => ({ path: "roomId", message }));
