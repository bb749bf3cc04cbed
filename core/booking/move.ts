/** How staff move a visit to other hours, another length or room, and what that does to its price and money (decision 73). Pure; integer cents, UTC instants. */
import { type FieldError, type Refused, refuse } from "../rejection.ts";
import type { OpeningSchedule } from "../venue/opening-hours.ts";
import type { RoomRates } from "../venue/room-rates.ts";
import { HOUR_MS, venueDayOf } from "../venue/venue-time.ts";
import type { BookingEvent } from "./booking-events.ts";
import {
  accept,
  type BookingDecision,
  cardRefunds,
  isDownpaid,
  isPaid,
  paidCents,
  statusAt,
} from "./booking-money.ts";
import { timeErrors } from "./booking-rules.ts";
import { type Booking, heldUntil, unpaidIntentId } from "./booking-state.ts";
import { priceOf } from "./pricing.ts";
import type { PaymentStatus } from "./statuses.ts";

export interface MoveBooking {
  type: "MoveBooking";
  startsAt: Date;
  /** Null: as long as it is. */
  endsAt: Date | null;
  /** Where it goes, or stays. */
  room: { id: number; retired: boolean; capacity: number; engineerAvailable: boolean; rates: RoomRates };
  /** The payment intent that can no longer be paid; null where there is none. */
  withdrawnIntentId: string | null;
  now: Date;
  timeZone: string;
  opening: OpeningSchedule;
}

/**
 * Moves the visit without the customer's limits of notice and distance. In the same room and length the price stays; else it
 * is the rules', at the rates that were agreed for this room, or those of the other room today. What was free stays free. A
 * dearer visit leaves the difference due; of a cheaper one the card gets back by itself what is paid too much. An intent
 * that could still be paid at the older price is refused with `ConcurrentChange`: withdraw it first.
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
  // Of another length it is no half or full day any more.
  const duration = sameLength ? booking.duration : "hourly";
  const hourCount = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  const { terms, engineerRequired } = booking;
  const rates = sameRoom ? terms.rates : room.rates;
  const price = priceOf(rates ?? room.rates, { duration, hourCount, engineerRequired }, terms);
  const keepsPrice = (sameRoom && sameLength) || booking.totalCents === 0;
  const totalCents = keepsPrice ? booking.totalCents : price.totalCents;
  const priceChanges = totalCents !== booking.totalCents;
  const intentId = unpaidIntentId(booking);
  if (priceChanges && intentId !== null && intentId !== command.withdrawnIntentId) {
    return refuse("ConcurrentChange");
  }
  const money = priceChanges
    ? moneyAt(totalCents, price.downpaymentCents, booking)
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
    },
  };
  // As with a new booking: with nothing more to pay down there is nothing to wait for.
  const isDown = money.downpaymentCents === 0 || isDownpaid(money.paymentStatus);
  const settled = isDown && heldUntil(booking) !== null;
  const tooMuch = totalCents < booking.totalCents ? Math.max(0, paidCents(booking) - totalCents) : 0;
  return accept(
    moved,
    ...(settled ? [{ type: "BookingConfirmed", data: {} } as const] : []),
    ...cardRefunds(booking, { amountCents: tooMuch, reason: "moved", now }).events,
  );
}

/** Why staff can move it nowhere; null when they can. */
function whyNotMovable(booking: Booking, now: Date): Refused | null {
  const deadline = heldUntil(booking);
  if (booking.expired || (deadline && deadline <= now)) return refuse("HoldExpired");
  return booking.status === "cancelled" || booking.status === "completed" ? refuse("BookingOver") : null;
}

/** What is wrong with the day is told of the start: there is no field for the day. */
function errorsOfTimes(command: MoveBooking, endsAt: Date): FieldError[] {
  const { startsAt, timeZone } = command;
  const startDate = venueDayOf(startsAt, timeZone);
  const asked = { startDate, startsAt, endsAt, duration: "hourly", hourCount: null } as const;
  return timeErrors(asked, { ...command, byStaff: true }).map(({ path, message }) => ({
    path: path === "startDate" ? "startTime" : path,
    message,
  }));
}

function errorsOfRoom({ room }: MoveBooking, booking: Booking): FieldError[] {
  const errors: FieldError[] = [];
  if (booking.attendees !== null && booking.attendees > room.capacity) {
    errors.push({ path: "roomId", message: `This room holds at most ${room.capacity} people` });
  }
  if (booking.engineerRequired && !room.engineerAvailable) {
    errors.push({ path: "roomId", message: "No engineer is available in this room" });
  }
  return errors;
}

/** Money that was paid down stays the downpayment, so that the rest can be paid as a balance. The payment status follows the money. */
function moneyAt(
  totalCents: number,
  shareCents: number,
  booking: Booking,
): { downpaymentCents: number; paymentStatus: PaymentStatus } {
  const { paymentStatus, downpaymentCents: paidDown } = booking;
  const downpaymentCents = isDownpaid(paymentStatus) ? Math.min(paidDown, totalCents) : shareCents;
  return {
    downpaymentCents,
    paymentStatus: isPaid(booking)
      ? statusAt({ totalCents, downpaymentCents, paymentStatus }, paidCents(booking))
      : paymentStatus,
  };
}
