/** What its holder may do with an unpaid hold: release it, or change its hours or length (decisions 36, 37). Pure; cents, UTC instants. */
import { type Refused, refuse } from "../rejection.ts";
import type { OpeningSchedule } from "../venue/opening-hours.ts";
import type { RoomRates } from "../venue/room-rates.ts";
import type { BookingEvent } from "./booking-events.ts";
import { accept, type BookingDecision, isPaid } from "./booking-money.ts";
import { pricedHours, quoteErrors, type RequestedBooking } from "./booking-rules.ts";
import { type Booking, heldUntil, unpaidIntentId } from "./booking-state.ts";

export interface ReleaseHold {
  type: "ReleaseHold";
}

/** The hours, the length, and the price that was seen; room, people and deadline stay. */
export type HoldHours = Pick<
  RequestedBooking,
  "startDate" | "startsAt" | "endsAt" | "duration" | "hourCount" | "quoted"
>;

export interface ChangeHold {
  type: "ChangeHold";
  hours: HoldHours;
  room: { bookable: boolean; rates: RoomRates };
  /** The payment intent that can no longer be paid; null where there is none. */
  withdrawnIntentId: string | null;
  now: Date;
  timeZone: string;
  opening: OpeningSchedule;
}

/** Lets the hours go at once. What is over already stays so; what is paid or confirmed is `NoLongerHeld`: it is cancelled instead. */
export function releaseHold(booking: Booking): BookingDecision {
  if (booking.status === "cancelled") return accept();
  return whyNotHeld(booking) ?? accept({ type: "HoldReleased", data: {} });
}

/**
 * Changes an unpaid hold until its deadline, by the same rules as a new booking, at the rates and the share that it was made
 * under (the room's of today where they were not written down then). A price that staff agreed stays for hours as long; another
 * length is refused with `PriceAgreed`. An intent that could still be paid at an older price is refused with
 * `ConcurrentChange`: withdraw it first.
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
  // As with a new booking: with nothing to pay there is nothing to wait for.
  return downpaymentCents > 0 ? accept(changed) : accept(changed, { type: "BookingConfirmed", data: {} });
}

/** Why it is no unpaid hold, of one that is not cancelled; null when it is. */
const whyNotHeld = (booking: Booking): Refused | null =>
  heldUntil(booking) === null || isPaid(booking) ? refuse("NoLongerHeld") : null;
