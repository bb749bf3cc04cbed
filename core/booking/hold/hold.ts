/** Decides what holders may do with an unpaid hold: release it, or change its hours or length (decisions 36, 37). Pure; cents, UTC. */
import { type Refused, refuse } from "../../log/rejection.ts";
import type { RoomRates } from "../../venue/rooms/room-rates.ts";
import { pricedHours, quoteErrors, type RequestedBooking, type TimeContext } from "../rules/booking-rules.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision, isPaid } from "../state/booking-money.ts";
import { type Booking, heldUntil, unpaidIntentId } from "../state/booking-state.ts";

export interface ReleaseHold {
  type: "ReleaseHold";
}

/** The new hours and length, and the price that the holder saw; room, people and deadline stay. */
export type HoldHours = Pick<
  RequestedBooking,
  "startDate" | "startsAt" | "endsAt" | "duration" | "hourCount" | "quoted"
>;

export interface ChangeHold extends Omit<TimeContext, "byStaff"> {
  type: "ChangeHold";
  hours: HoldHours;
  room: { bookable: boolean; rates: RoomRates };
  /** The payment intent that can no longer be paid; null if there is none. */
  withdrawnIntentId: string | null;
}

/** Releases the hours at once; a cancelled booking stays as it is. `NoLongerHeld` if paid or confirmed: it has to be cancelled. */
export function releaseHold(booking: Booking): BookingDecision {
  if (booking.status === "cancelled") return accept();
  return whyNotHeld(booking) ?? accept({ type: "HoldReleased", data: {} });
}

/**
 * Changes an unpaid hold until its deadline, by the same rules as a new booking, at the rates and the downpayment share that it was made
 * under (today's room rates, if none were recorded then). A price that staff agreed stays for hours of the same length; another length is
 * refused with `PriceAgreed`. If an intent could still be paid at an older price, the change is refused with `ConcurrentChange`: withdraw
 * that intent first.
 */
export function changeHold(command: ChangeHold, booking: Booking): BookingDecision {
  const { hours: asked, room, now, timeZone, opening } = command;
  if (booking.expired) return refuse("HoldExpired");
  if (booking.status === "cancelled") return refuse("BookingOver");
  const notHeld = whyNotHeld(booking);
  if (notHeld) return notHeld;
  if (booking.holdUntil <= now) return refuse("HoldExpired");
  if (!room.bookable) return refuse("RoomNotBookable");
  const { engineerRequired, terms } = booking;
  const agreed = { rates: terms.rates ?? room.rates, terms };
  const quoted = booking.priceAgreed ? null : asked.quoted;
  const priced = pricedHours({ ...asked, quoted, engineerRequired }, agreed, { now, timeZone, opening });
  if (!priced.ok) return priced;
  const { startsAt, endsAt, hours, price } = priced;
  if (booking.priceAgreed && (hours !== booking.hourCount || asked.duration !== booking.duration)) {
    return refuse("PriceAgreed");
  }
  const { totalCents, downpaymentCents } = booking.priceAgreed ? booking : price;
  const errors = quoteErrors(asked.quoted, { totalCents, downpaymentCents });
  if (errors.length > 0) return refuse("InvalidBooking", { errors });
  const isSame =
    startsAt.getTime() === booking.startsAt.getTime() &&
    endsAt.getTime() === booking.endsAt.getTime() &&
    asked.duration === booking.duration &&
    totalCents === booking.totalCents;
  if (isSame) return accept();
  const intentId = unpaidIntentId(booking);
  const priceChanges = downpaymentCents !== booking.downpaymentCents;
  if (priceChanges && intentId !== null && intentId !== command.withdrawnIntentId) {
    return refuse("ConcurrentChange");
  }
  const changed: BookingEvent = {
    type: "HoldChanged",
    data: {
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      duration: asked.duration,
      hourCount: hours,
      totalCents,
      downpaymentCents,
    },
  };
  // As with a new booking: with nothing to pay, the booking waits for nothing.
  return downpaymentCents > 0 ? accept(changed) : accept(changed, { type: "BookingConfirmed", data: {} });
}

/** Why a booking that is not cancelled is not an unpaid hold; null if it is one. */
const whyNotHeld = (booking: Booking): Refused | null =>
  heldUntil(booking) === null || isPaid(booking) ? refuse("NoLongerHeld") : null;
