/** Decides what holders may do with an unpaid hold: release it, or change its hours, length or details (decisions 36, 37, 219). Pure. */
import { type Refused, refuse } from "../../log/rejection.ts";
import type { RoomRates } from "../../venue/rooms/room-rates.ts";
import { detailEvents, type NewDetails, whyNotChanged } from "../details/details.ts";
import {
  NOT_QUOTED,
  pricedHours,
  quoteErrors,
  type RequestedBooking,
  type RuleContext,
  type TimeContext,
} from "../rules/booking-rules.ts";
import { priceOf, visitBegin } from "../rules/pricing.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { accept, type BookingDecision, isPaid } from "../state/booking-money.ts";
import { type Booking, heldUntil, unpaidIntentId } from "../state/booking-state.ts";

export interface ReleaseHold {
  type: "ReleaseHold";
}

/** The new hours and length, and the price that the holder saw; room and deadline stay. */
export type HoldHours = Pick<
  RequestedBooking,
  "startDate" | "startsAt" | "endsAt" | "duration" | "hourCount" | "quoted"
>;

export interface ChangeHold extends Omit<TimeContext, "byStaff"> {
  type: "ChangeHold";
  /** Null keeps hours and length. */
  hours: HoldHours | null;
  /** Absent or null keeps all details. */
  details?: NewDetails | null;
  room: Pick<RuleContext, "capacity" | "engineerAvailable"> & {
    bookable: boolean;
    rates: RoomRates;
    leastHours?: number;
  };
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
 * under (today's room rates, if none were recorded then). Hours that stay are not checked again. A price that staff agreed stays for hours of
 * the same length; another length or an engineer is refused with `PriceAgreed`. If an intent could still be paid at an older price, the
 * change is refused with `ConcurrentChange`: withdraw that intent first. Hours that were offered to who waited are taken as they are.
 */
export function changeHold(command: ChangeHold, booking: Booking): BookingDecision {
  const { hours: asked, details, room, now } = command;
  if (booking.expired) return refuse("HoldExpired");
  if (booking.status === "cancelled") return refuse("BookingOver");
  const notHeld = whyNotHeld(booking);
  if (notHeld) return notHeld;
  if (booking.holdUntil <= now) return refuse("HoldExpired");
  if (booking.waitlistEntryId !== null && !isKept(asked, booking)) return refuse("HoursAreOffered");
  if (!room.bookable) return refuse("RoomNotBookable");
  const notChanged = details && whyNotChanged(details, room, booking);
  if (notChanged) return notChanged;
  const priced = pricedChange(command, booking);
  if (!priced.ok) return priced;
  const { totalCents, downpaymentCents } = priced.change;
  const changesPrice = totalCents !== booking.totalCents || downpaymentCents !== booking.downpaymentCents;
  const errors = asked || changesPrice ? quoteErrors(asked?.quoted ?? NOT_QUOTED, priced.change) : [];
  if (errors.length > 0) return refuse("InvalidBooking", { errors });
  const intentId = unpaidIntentId(booking);
  const isOpen = intentId !== null && intentId !== command.withdrawnIntentId;
  if (downpaymentCents !== booking.downpaymentCents && isOpen) return refuse("ConcurrentChange");
  const events: BookingEvent[] = details ? detailEvents(details, booking) : [];
  if (changesPrice || !isKept(asked, booking)) events.push({ type: "HoldChanged", data: priced.change });
  // As with a new booking: with nothing to pay, the booking waits for nothing. An offer waits to be taken.
  if (downpaymentCents === 0 && booking.waitlistEntryId === null)
    events.push({ type: "BookingConfirmed", data: {} });
  return accept(...events);
}

type PricedChange = Extract<BookingEvent, { type: "HoldChanged" }>["data"];

const isKept = (asked: HoldHours | null, booking: Booking): boolean =>
  asked === null ||
  (asked.startsAt?.getTime() === booking.startsAt.getTime() &&
    asked.endsAt?.getTime() === booking.endsAt.getTime() &&
    asked.duration === booking.duration);

/** Hours, length and price after the change. */
function pricedChange(
  { hours: asked, details, room, now, timeZone, opening }: ChangeHold,
  booking: Booking,
): { ok: true; change: PricedChange } | Refused {
  const { engineerRequired = booking.engineerRequired } = details ?? {};
  const { terms, totalCents, downpaymentCents } = booking;
  const agreed = { rates: terms.rates ?? room.rates, terms };
  const changesEngineer = engineerRequired !== booking.engineerRequired;
  if (asked === null || isKept(asked, booking)) {
    const { startsAt, endsAt, duration, hourCount } = booking;
    if (changesEngineer && booking.priceAgreed) return refuse("PriceAgreed");
    const price = changesEngineer
      ? priceOf(
          agreed.rates,
          { duration, hourCount, engineerRequired, begin: visitBegin(startsAt, timeZone) },
          terms,
        )
      : { totalCents, downpaymentCents };
    return { ok: true, change: changeTo({ startsAt, endsAt, hours: hourCount, price }, duration) };
  }
  const quoted = booking.priceAgreed ? null : asked.quoted;
  const { leastHours } = room;
  const priced = pricedHours({ ...asked, quoted, engineerRequired }, agreed, {
    now,
    timeZone,
    opening,
    leastHours,
  });
  if (!priced.ok) return priced;
  if (!booking.priceAgreed) return { ok: true, change: changeTo(priced, asked.duration) };
  const isSameLength = priced.hours === booking.hourCount && asked.duration === booking.duration;
  if (!isSameLength || changesEngineer) return refuse("PriceAgreed");
  return {
    ok: true,
    change: changeTo({ ...priced, price: { totalCents, downpaymentCents } }, asked.duration),
  };
}

const changeTo = (
  to: {
    startsAt: Date;
    endsAt: Date;
    hours: number;
    price: Pick<PricedChange, "totalCents" | "downpaymentCents">;
  },
  duration: PricedChange["duration"],
): PricedChange => ({
  startsAt: to.startsAt.toISOString(),
  endsAt: to.endsAt.toISOString(),
  duration,
  hourCount: to.hours,
  totalCents: to.price.totalCents,
  downpaymentCents: to.price.downpaymentCents,
});

/** Why a booking that is not cancelled is not an unpaid hold; null if it is one. */
const whyNotHeld = (booking: Booking): Refused | null =>
  heldUntil(booking) === null || isPaid(booking) ? refuse("NoLongerHeld") : null;
