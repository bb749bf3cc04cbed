/** Owns what a booking's money comes to, and what is decided about it: whether it can be paid, what a payment means, and what goes back. Pure; integer cents. */
import { type Refused, refuse } from "../rejection.ts";
import type { BookingEvent } from "./booking-events.ts";
import {
  type Booking,
  heldUntil,
  promisedAtVenueCents,
  type Refund,
  refundedAtVenueCents,
} from "./booking-state.ts";

/** Accepted events, possibly none ("already so"), or a refusal. */
export type BookingDecision = { ok: true; events: BookingEvent[] } | Refused;

export const accept = (...events: BookingEvent[]): BookingDecision => ({ ok: true, events });

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Money received, by whatever way and whether or not it was the right amount, in cents. */
export const receivedCents = (booking: Booking): number =>
  sum(Object.values(booking.captured)) + booking.receivedAtVenueCents;

interface CardMoney {
  capturedCents: number;
  /** Has gone back, or is to. */
  refundRequestedCents: number;
  /** Away, for a dispute that is not won. */
  disputedCents: number;
}

const amountsOf = (refunds: readonly Refund[]): number => sum(refunds.map((refund) => refund.amountCents));

/**
 * The money of one payment intent. What is promised (under way, or failed and to be retried) counts as far as there is
 * something left to give: a promise that the provider's dashboard has kept instead goes back once.
 */
function cardMoney(booking: Booking, paymentIntentId: string): CardMoney {
  const capturedCents = booking.captured[paymentIntentId] ?? 0;
  const refunds = Object.values(booking.refunds).filter((r) => r.paymentIntentId === paymentIntentId);
  const disputes = Object.values(booking.disputes).filter(
    (d) => d.paymentIntentId === paymentIntentId && d.outcome !== "won",
  );
  const disputedCents = sum(disputes.map((dispute) => dispute.amountCents));
  const issued = amountsOf(refunds.filter((refund) => refund.issued));
  const promised = amountsOf(refunds.filter((refund) => !refund.issued));
  const left = Math.max(0, capturedCents - issued - disputedCents);
  return { capturedCents, refundRequestedCents: issued + Math.min(promised, left), disputedCents };
}

function allCardMoney(booking: Booking): CardMoney[] {
  const named = [...Object.values(booking.refunds), ...Object.values(booking.disputes)];
  const intents = new Set([
    ...Object.keys(booking.captured),
    ...named.map(({ paymentIntentId }) => paymentIntentId).filter((id) => id !== null),
  ]);
  return [...intents].map((id) => cardMoney(booking, id));
}

/** Gone over the counter, in cents: asked for by a refund, or handed back without one. */
const goneAtVenueCents = (booking: Booking): number =>
  refundedAtVenueCents(booking) + booking.returnedUnaskedCents;

/** Card money that is to go back, or has gone, in cents. */
export const cardRefundsCents = (booking: Booking): number =>
  sum(allCardMoney(booking).map((money) => money.refundRequestedCents));

/** Money that is to go back by refunds, in cents, whether or not it has yet. */
export const refundRequestedCents = (booking: Booking): number =>
  cardRefundsCents(booking) + goneAtVenueCents(booking);

/** Money that has gone back by refunds, in cents: the provider has issued them, or the venue's counter. */
export const refundIssuedCents = (booking: Booking): number =>
  amountsOf(Object.values(booking.refunds).filter((refund) => refund.issued)) + booking.returnedUnaskedCents;

/** Money that is away for disputes which are open or lost, in cents. */
export const disputedCents = (booking: Booking): number =>
  sum(
    Object.values(booking.disputes).map(({ outcome, amountCents }) => (outcome === "won" ? 0 : amountCents)),
  );

/**
 * Money that the venue keeps of what it received, in cents: less refunds from their request, and disputes. Below zero only
 * where the provider's own ledger says so too: a payment that was refunded and then disputed.
 */
export const keptCents = (booking: Booking): number =>
  receivedCents(booking) - refundRequestedCents(booking) - disputedCents(booking);

/** Money that has left the venue by now, in cents: refunds that are issued, and disputes that are open or lost. */
export const goneCents = (booking: Booking): number => refundIssuedCents(booking) + disputedCents(booking);

/** What can still be given back of an intent's money, in cents. */
const leftOf = (money: CardMoney): number =>
  Math.max(0, money.capturedCents - money.refundRequestedCents - money.disputedCents);

/** What can still be given back to cards, in cents. */
export const cardMoneyLeftCents = (booking: Booking): number => sum(allCardMoney(booking).map(leftOf));

/** What was paid for the visit and doesn't go back, in cents. A dispute changes nothing in it: nobody pays twice for being in one. */
export const paidCents = (booking: Booking): number => receivedCents(booking) - refundRequestedCents(booking);

/** What can be handed back at the desk, in cents: never more than came in there. */
export const returnableCents = (booking: Booking): number =>
  Math.max(0, booking.receivedAtVenueCents - booking.returnedAtVenueCents);

/** Kept beyond the total of a visit that stands, in cents: since it was moved to where it costs less, say. */
export const overpaidCents = (booking: Booking): number =>
  booking.status === "cancelled" ? 0 : Math.max(0, keptCents(booking) - booking.totalCents);

/**
 * What the desk still has to hand back, in cents: what refunds promised there, and what is paid beyond the total of a visit that
 * stands, as far as it came in at the desk (the rest goes back to cards).
 */
export function toReturnCents(booking: Booking): number {
  const promised = promisedAtVenueCents(booking);
  const unpromised = Math.max(0, returnableCents(booking) - promised);
  return promised + Math.min(overpaidCents(booking), unpromised);
}

/** Whether money stands for the visit: then no downpayment is asked of its customer's card. */
export const isPaid = (booking: Booking): boolean => paidCents(booking) > 0;

/** Why no payment of the downpayment can be started for this booking; null when one can. */
export function whyDownpaymentNotPayable(booking: Booking, now: Date): Refused | null {
  if (booking.expired) return refuse("HoldExpired");
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  if (isPaid(booking) || booking.paymentStatus === "paid") return refuse("AlreadyPaid");
  const deadline = heldUntil(booking);
  const tooLate = booking.status === "pending" && booking.endsAt <= now;
  return tooLate || (deadline && deadline <= now) ? refuse("HoldExpired") : null;
}

/** A payment that the provider took. */
export interface TakenPayment {
  paymentIntentId: string;
  chargeId: string | null;
  amountCents: number;
  now: Date;
}

export interface ReceiveDownpayment extends TakenPayment {
  type: "ReceiveDownpayment";
  /** False once claiming the hours again has failed: the money then goes back. */
  hoursAvailable: boolean;
}

/** Money that pays for nothing, since another amount was due: written down, and given back. */
export function unexpectedPayment(
  { paymentIntentId, chargeId, amountCents, now }: TakenPayment,
  booking: Booking,
  expectedCents: number,
): BookingDecision {
  const data = { paymentIntentId, chargeId, amountCents, expectedCents };
  const refund = { paymentIntentId, amountCents, reason: "wrong-amount", now } as const;
  return accept({ type: "UnexpectedPaymentReceived", data }, refundRequested(booking, refund));
}

/**
 * A downpayment the provider took. It pays for the visit, or goes back: another amount than was asked, a second
 * payment, or one that comes too late (its hours gone, or the visit over while nothing had confirmed it).
 */
export function receiveDownpayment(payment: ReceiveDownpayment, booking: Booking): BookingDecision {
  const { paymentIntentId, chargeId, amountCents, now } = payment;
  if (booking.captured[paymentIntentId] !== undefined) return accept();
  const giveBack = (reason: RefundReason): BookingEvent =>
    refundRequested(booking, { paymentIntentId, amountCents, reason, now });
  if (amountCents !== booking.downpaymentCents) {
    return unexpectedPayment(payment, booking, booking.downpaymentCents);
  }
  const received: BookingEvent = {
    type: "DownpaymentReceived",
    data: { paymentIntentId, chargeId, amountCents },
  };
  if (isPaid(booking)) return accept(received, giveBack("duplicate-payment"));
  const over = booking.endsAt <= now;
  if (booking.status === "cancelled" && (over || !booking.expired || !payment.hoursAvailable)) {
    return accept(received, giveBack("late-payment"));
  }
  if (over && booking.status === "pending") {
    return accept({ type: "BookingExpired", data: {} }, received, giveBack("late-payment"));
  }
  // A visit that staff have confirmed takes place whether or not it is paid, so its money is welcome afterwards too.
  return booking.status === "confirmed" || booking.status === "completed"
    ? accept(received)
    : accept(received, { type: "BookingConfirmed", data: {} });
}

type RefundReason = Extract<BookingEvent, { type: "RefundRequested" }>["data"]["reason"];

export const refundRequested = (
  booking: Booking,
  refund: {
    paymentIntentId: string;
    amountCents: number;
    reason: RefundReason;
    reasonId?: string;
    now: Date;
  },
  ordinal = Object.keys(booking.refunds).length + 1,
): BookingEvent => {
  const { now, ...data } = refund;
  return {
    type: "RefundRequested",
    data: { refundId: `refund-${ordinal}`, ...data, at: now.toISOString() },
  };
};

/** Why money goes back: by a rule, or in staff's words, which are stored apart. */
type RefundCause = { reason: Exclude<RefundReason, "by-staff"> } | { reason: "by-staff"; reasonId: string };

/** Gives back up to `amountCents` through the provider, as far as cards have brought it; `leftCents` is what they have not. */
export function cardRefunds(
  booking: Booking,
  { amountCents, now, ...cause }: { amountCents: number; now: Date } & RefundCause,
): { events: BookingEvent[]; leftCents: number } {
  const events: BookingEvent[] = [];
  let left = amountCents;
  let ordinal = Object.keys(booking.refunds).length;
  for (const paymentIntentId of Object.keys(booking.captured)) {
    const part = Math.min(left, leftOf(cardMoney(booking, paymentIntentId)));
    if (part <= 0) continue;
    ordinal += 1;
    left -= part;
    const refund = { paymentIntentId, amountCents: part, ...cause, now };
    events.push(refundRequested(booking, refund, ordinal));
  }
  return { events, leftCents: Math.max(0, left) };
}

/** Cards get their money back through the provider first; what came over the counter goes back there. */
export function refundEvents(
  booking: Booking,
  amountCents: number,
  now: Date,
  cause: RefundCause = { reason: "cancelled" },
): BookingEvent[] {
  const { events, leftCents } = cardRefunds(booking, { amountCents, now, ...cause });
  if (leftCents === 0) return events;
  const refundId = `refund-${Object.keys(booking.refunds).length + events.length + 1}`;
  const data = { refundId, amountCents: leftCents, via: "venue", stripeRefundId: null } as const;
  return [...events, { type: "RefundIssued", data }];
}

/**
 * Marks say how much the venue then has: the downpayment, the whole, or nothing beyond what the provider took (DECISIONS
 * Payment). What went back over the counter came in before, so it counts as received there too.
 */
export function markPayment(
  paymentStatus: "downpaid" | "paid" | "failed",
  booking: Booking,
): BookingDecision {
  if (booking.paymentStatus === paymentStatus) return accept();
  const onCards = cardMoneyLeftCents(booking);
  const due = { downpaid: booking.downpaymentCents, paid: booking.totalCents, failed: 0 }[paymentStatus];
  const atVenue = Math.max(0, due - onCards) + goneAtVenueCents(booking);
  return accept({
    type: "PaymentMarked",
    data: { paymentStatus, amountCents: atVenue - booking.receivedAtVenueCents },
  });
}
