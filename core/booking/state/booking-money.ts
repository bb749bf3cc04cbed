/** Computes a booking's money, the payment status that follows from it, and how money is refunded. Pure; integer cents. */
import type { Decision } from "../../log/decision.ts";
import { type Refused, refuse } from "../../log/rejection.ts";
import { leastCardCents } from "../../venue/currency.ts";
import { formatMoney } from "../rules/money.ts";
import type { PaymentStatus } from "../rules/statuses.ts";
import type { BookingEvent } from "./booking-events.ts";
import type { Booking, Refund } from "./booking-state.ts";

export type BookingDecision = Decision<BookingEvent>;

export const accept = (...events: BookingEvent[]): BookingDecision => ({ ok: true, events });

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What a booking on account is charged, in cents: the total, or what its cancellation left of it. */
export const owedCents = ({ status, totalCents, owedOnceCancelledCents }: Booking): number =>
  status === "cancelled" ? owedOnceCancelledCents : totalCents;

/** What it owes in the end, in cents: less what staff let off. Null for a booking that is paid otherwise. */
export const owedOnAccountCents = (booking: Booking): number | null =>
  booking.accountId === null ? null : Math.max(0, owedCents(booking) - booking.creditedCents);

/** What its invoices have brought, in cents: all that it owes, once they are paid. */
export const receivedByInvoicesCents = (booking: Booking): number =>
  booking.paymentStatus === "paid" ? (owedOnAccountCents(booking) ?? 0) : 0;

/** Money received, by any method and whether or not the amount was right, in cents. */
export const receivedCents = (booking: Booking): number =>
  sum(Object.values(booking.captured)) + booking.receivedAtVenueCents + receivedByInvoicesCents(booking);

interface CardMoney {
  capturedCents: number;
  /** Requested or issued. */
  refundRequestedCents: number;
  /** Withheld for a dispute that is not won. */
  disputedCents: number;
}

const amountsOf = (refunds: readonly Refund[]): number => sum(refunds.map((refund) => refund.amountCents));

/**
 * The money of one payment intent. Refunds that are not issued (under way, or failed and waiting for a retry) count only up to the money
 * that is left. So if the provider's dashboard has already made such a refund, it counts once.
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

/** Refunds of money that was received in person, in cents, whether or not it has been returned yet. */
const refundedAtVenueCents = ({ refunds }: Booking): number =>
  amountsOf(Object.values(refunds).filter(({ paymentIntentId }) => paymentIntentId === null));

/** Refunds that the desk has yet to return, in cents. */
export const deskRefundDueCents = (booking: Booking): number =>
  refundedAtVenueCents(booking) - (booking.returnedAtVenueCents - booking.returnedUnaskedCents);

/** Money returned at the desk or to be returned there, in cents: requested by a refund, or returned without one. */
export const deskRefundCents = (booking: Booking): number =>
  refundedAtVenueCents(booking) + booking.returnedUnaskedCents;

/** Refunds to cards, in cents, requested or issued. */
export const cardRefundsCents = (booking: Booking): number =>
  sum(allCardMoney(booking).map((money) => money.refundRequestedCents));

/** All refunds, in cents, requested or issued. */
export const refundRequestedCents = (booking: Booking): number =>
  cardRefundsCents(booking) + deskRefundCents(booking);

/** Refunds that are requested and not issued yet, in cents. */
export const refundUnderWayCents = (booking: Booking): number =>
  Math.max(0, refundRequestedCents(booking) - refundIssuedCents(booking));

/** Refunds that are issued, in cents, by the provider or at the desk. */
export const refundIssuedCents = (booking: Booking): number =>
  amountsOf(Object.values(booking.refunds).filter((refund) => refund.issued)) + booking.returnedUnaskedCents;

/** Money that is withheld for open or lost disputes, in cents. */
export const disputedCents = (booking: Booking): number =>
  sum(
    Object.values(booking.disputes).map(({ outcome, amountCents }) => (outcome === "won" ? 0 : amountCents)),
  );

/**
 * Money that the venue keeps of what it received, in cents: less refunds (from their request on) and disputes. It is below zero only if the
 * provider's own ledger is too: for a payment that was refunded and then disputed.
 */
export const keptCents = (booking: Booking): number =>
  receivedCents(booking) - refundRequestedCents(booking) - disputedCents(booking);

/** The money kept and the money paid, from the figures in a read table. */
export const keptAndPaidOf = (row: {
  receivedCents: number;
  refundedOrDisputedCents: number;
  refundUnderWayCents: number;
  disputedCents: number;
}): { keptCents: number; paidCents: number } => {
  const kept = row.receivedCents - row.refundedOrDisputedCents - row.refundUnderWayCents;
  return { keptCents: kept, paidCents: kept + row.disputedCents };
};

/** Money that the venue no longer has, in cents: refunds that are issued, and disputes that are open or lost. */
export const refundedOrDisputedCents = (booking: Booking): number =>
  refundIssuedCents(booking) + disputedCents(booking);

/** Whether all that an intent brought is refunded or to be refunded: then it paid for nothing. */
export const isFullyRefunded = (booking: Booking, paymentIntentId: string): boolean => {
  const { capturedCents, refundRequestedCents } = cardMoney(booking, paymentIntentId);
  return capturedCents > 0 && refundRequestedCents >= capturedCents;
};

/** What can still be refunded of an intent's money, in cents. */
const leftOf = (money: CardMoney): number =>
  Math.max(0, money.capturedCents - money.refundRequestedCents - money.disputedCents);

/** What can still be refunded of one intent's money, in cents. */
export const intentMoneyLeftCents = (booking: Booking, paymentIntentId: string): number =>
  leftOf(cardMoney(booking, paymentIntentId));

/** What can still be refunded to cards, in cents. */
export const cardMoneyLeftCents = (booking: Booking): number => sum(allCardMoney(booking).map(leftOf));

/** What was paid for the visit and is not refunded, in cents. A dispute does not change it, so that the customer does not pay twice. */
export const paidCents = (booking: Booking): number => receivedCents(booking) - refundRequestedCents(booking);

/** What can be returned at the desk, in cents: never more than was received in person. */
export const returnableCents = (booking: Booking): number =>
  Math.max(0, booking.receivedAtVenueCents - booking.returnedAtVenueCents);

/** Money kept beyond the total of a visit that is not cancelled, in cents: after a move to a lower price, for example. */
export const overpaidCents = (booking: Booking): number =>
  booking.status === "cancelled" ? 0 : Math.max(0, keptCents(booking) - booking.totalCents);

/**
 * What the desk still has to return, in cents: the refunds to be paid there, and what is paid beyond the total of a visit that is not
 * cancelled, as far as the desk received it (the rest is refunded to cards).
 */
export function deskReturnDueCents(booking: Booking): number {
  const promised = deskRefundDueCents(booking);
  const unpromised = Math.max(0, returnableCents(booking) - promised);
  return promised + Math.min(overpaidCents(booking), unpromised);
}

/** Whether any money is paid for the visit. */
export const isPaid = (booking: Booking): boolean => paidCents(booking) > 0;

/** Whether the downpayment is reached, by any method: then the customer's card is not asked for it. */
export const isDownpaymentReached = (booking: Booking): boolean =>
  isPaid(booking) && paidCents(booking) >= booking.downpaymentCents;

/**
 * What is due, in cents: the total less what the venue keeps; nothing for a cancelled booking or one on account, whose invoices ask for it.
 * Money that a dispute withholds is due again.
 */
export const dueCents = (booking: Booking): number =>
  booking.status === "cancelled" || booking.accountId !== null
    ? 0
    : Math.max(0, booking.totalCents - keptCents(booking));

/** The remaining balance, in cents: what is due; before any payment, the total less the downpayment (decision 7). */
export const remainingOf = (
  figures: Pick<Booking, "totalCents" | "downpaymentCents"> & { receivedCents: number; dueCents: number },
): number => (figures.receivedCents === 0 ? figures.totalCents - figures.downpaymentCents : figures.dueCents);

export const remainingCents = (booking: Booking): number =>
  remainingOf({ ...booking, receivedCents: receivedCents(booking), dueCents: dueCents(booking) });

/** What is still to be paid of the downpayment, in cents, when `paidCents` are paid: money that the desk received counts toward it. */
export const downpaymentDueOf = (
  { downpaymentCents }: Pick<Booking, "downpaymentCents">,
  paidCents: number,
): number => Math.max(0, downpaymentCents - Math.max(0, paidCents));

/** What is asked for the downpayment now, in cents: what is still to be paid of it, or nothing for a booking that is cancelled or on account. */
export const downpaymentAskedOf = (
  { status, accountId, downpaymentCents }: Pick<Booking, "status" | "accountId" | "downpaymentCents">,
  paidCents: number,
): number =>
  status === "cancelled" || accountId !== null ? 0 : downpaymentDueOf({ downpaymentCents }, paidCents);

/** The refusal for an amount, in cents, that is less than the provider charges a card. Null if a card can pay it. */
export const refuseBelowCardMinimum = (cents: number): Refused | null =>
  cents < leastCardCents()
    ? refuse("TooLittleForCard", {
        detail: `${formatMoney(cents)} is too little for a card payment. Pay at the venue`,
      })
    : null;

const RANK = { pending: 0, failed: 0, downpaid: 1, paid: 2 } as const;

export const higher = (a: PaymentStatus, b: PaymentStatus): PaymentStatus => (RANK[b] > RANK[a] ? b : a);
export const lower = (a: PaymentStatus, b: PaymentStatus): PaymentStatus => (RANK[b] < RANK[a] ? b : a);

export const isDownpaid = (status: PaymentStatus): boolean => RANK[status] > 0;

/** The payment status for an amount paid, at a price. A declined card keeps its status until the downpayment is reached. */
export function statusAt(
  price: Pick<Booking, "totalCents" | "downpaymentCents" | "paymentStatus">,
  cents: number,
): PaymentStatus {
  if (cents > 0 && cents >= price.totalCents) return "paid";
  if (cents > 0 && cents >= price.downpaymentCents) return "downpaid";
  return price.paymentStatus === "failed" ? "failed" : "pending";
}

type RefundData = Extract<BookingEvent, { type: "RefundRequested" }>["data"];
export type RefundReason = RefundData["reason"];

export const refundRequested = (
  booking: Booking,
  { now, ...data }: Omit<RefundData, "refundId" | "at"> & { now: Date },
  ordinal = Object.keys(booking.refunds).length + 1,
): BookingEvent => ({
  type: "RefundRequested",
  data: { refundId: `refund-${ordinal}`, ...data, at: now.toISOString() },
});

/** The reason for a refund: a rule, or staff's own words, which are stored apart. */
type RefundCause = { reason: Exclude<RefundReason, "by-staff"> } | { reason: "by-staff"; reasonId: string };

/** Refunds up to `amountCents` through the provider, as far as cards have paid it; `leftCents` is the rest. */
export function cardRefunds(
  booking: Booking,
  { amountCents, now, ...cause }: { amountCents: number; now: Date } & RefundCause,
): { events: BookingEvent[]; leftCents: number } {
  const events: BookingEvent[] = [];
  let left = amountCents;
  for (const paymentIntentId of Object.keys(booking.captured)) {
    const part = Math.min(left, intentMoneyLeftCents(booking, paymentIntentId));
    if (part <= 0) continue;
    left -= part;
    const ordinal = Object.keys(booking.refunds).length + events.length + 1;
    events.push(refundRequested(booking, { paymentIntentId, amountCents: part, ...cause, now }, ordinal));
  }
  return { events, leftCents: Math.max(0, left) };
}

/** Refunds to cards first, through the provider; the desk returns what was received in person. */
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
