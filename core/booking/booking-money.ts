/** Owns what a booking's money comes to, what it makes of the payment, and how money goes back. Pure; integer cents. */
import { type Refused, refuse } from "../rejection.ts";
import type { BookingEvent } from "./booking-events.ts";
import type { Booking, Refund } from "./booking-state.ts";
import { dollars, LEAST_CARD_CENTS } from "./money.ts";
import type { PaymentStatus } from "./statuses.ts";

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

/** Refunds of money that came over the counter, in cents: handed back already or not. */
const refundedAtVenueCents = ({ refunds }: Booking): number =>
  amountsOf(Object.values(refunds).filter(({ paymentIntentId }) => paymentIntentId === null));

/** What refunds have promised over the counter and nobody has handed back yet, in cents. */
export const promisedAtVenueCents = (booking: Booking): number =>
  refundedAtVenueCents(booking) - (booking.returnedAtVenueCents - booking.returnedUnaskedCents);

/** Gone over the counter, in cents: asked for by a refund, or handed back without one. */
export const goneAtVenueCents = (booking: Booking): number =>
  refundedAtVenueCents(booking) + booking.returnedUnaskedCents;

/** Card money that is to go back, or has gone, in cents. */
export const cardRefundsCents = (booking: Booking): number =>
  sum(allCardMoney(booking).map((money) => money.refundRequestedCents));

/** Money that is to go back by refunds, in cents, whether or not it has yet. */
export const refundRequestedCents = (booking: Booking): number =>
  cardRefundsCents(booking) + goneAtVenueCents(booking);

/** Promised back by refunds that are not issued yet, in cents. */
export const refundUnderWayCents = (booking: Booking): number =>
  Math.max(0, refundRequestedCents(booking) - refundIssuedCents(booking));

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

/** The same, and what was paid, of figures that a read table has. */
export const keptOf = (row: {
  receivedCents: number;
  goneCents: number;
  refundUnderWayCents: number;
  disputedCents: number;
}): { keptCents: number; paidCents: number } => {
  const kept = row.receivedCents - row.goneCents - row.refundUnderWayCents;
  return { keptCents: kept, paidCents: kept + row.disputedCents };
};

/** Money that has left the venue by now, in cents: refunds that are issued, and disputes that are open or lost. */
export const goneCents = (booking: Booking): number => refundIssuedCents(booking) + disputedCents(booking);

/** Whether all that an intent brought goes back, or has gone: it paid for nothing. */
export const goesBackWhole = (booking: Booking, paymentIntentId: string): boolean => {
  const { capturedCents, refundRequestedCents } = cardMoney(booking, paymentIntentId);
  return capturedCents > 0 && refundRequestedCents >= capturedCents;
};

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

/** Whether any money stands for the visit. */
export const isPaid = (booking: Booking): boolean => paidCents(booking) > 0;

/** Whether the downpayment is there, by whatever ways: then none is asked of its customer's card. */
export const isDownpaymentThere = (booking: Booking): boolean =>
  isPaid(booking) && paidCents(booking) >= booking.downpaymentCents;

/** What is due, in cents: the total less what the venue keeps, nothing of a cancelled booking. What a dispute has taken away is due again. */
export const dueCents = (booking: Booking): number =>
  booking.status === "cancelled" ? 0 : Math.max(0, booking.totalCents - keptCents(booking));

/** The remaining balance, in cents: what is due, and before any payment the total less the downpayment (decision 7). */
export const remainingOf = (
  figures: Pick<Booking, "totalCents" | "downpaymentCents"> & { receivedCents: number; dueCents: number },
): number => (figures.receivedCents === 0 ? figures.totalCents - figures.downpaymentCents : figures.dueCents);

export const remainingCents = (booking: Booking): number =>
  remainingOf({ ...booking, receivedCents: receivedCents(booking), dueCents: dueCents(booking) });

/** What is still to be paid of the downpayment, in cents, once `paidCents` stands: what came in at the desk counts toward it. */
export const downpaymentDueOf = (
  { downpaymentCents }: Pick<Booking, "downpaymentCents">,
  paidCents: number,
): number => Math.max(0, downpaymentCents - Math.max(0, paidCents));

/** What is asked of the downpayment now, in cents: what is still to be paid of it, and nothing of a cancelled booking. */
export const downpaymentAskedOf = (
  { status, downpaymentCents }: Pick<Booking, "status" | "downpaymentCents">,
  paidCents: number,
): number => (status === "cancelled" ? 0 : downpaymentDueOf({ downpaymentCents }, paidCents));

/** Why no card is asked for so much, in cents, of what is due: it is less than the provider takes. Null where a card may pay it. */
export const tooLittleForCard = (cents: number): Refused | null =>
  cents < LEAST_CARD_CENTS
    ? refuse("TooLittleForCard", {
        detail: `${dollars(cents)} is less than a card can be charged. It is paid at the venue`,
      })
    : null;

const RANK = { pending: 0, failed: 0, downpaid: 1, paid: 2 } as const;

export const higher = (a: PaymentStatus, b: PaymentStatus): PaymentStatus => (RANK[b] > RANK[a] ? b : a);
export const lower = (a: PaymentStatus, b: PaymentStatus): PaymentStatus => (RANK[b] < RANK[a] ? b : a);

export const isDownpaid = (status: PaymentStatus): boolean => RANK[status] > 0;

/** What so much money makes of the payment, at a price; a card that was declined stays so while the downpayment is not there. */
export function statusAt(
  price: Pick<Booking, "totalCents" | "downpaymentCents" | "paymentStatus">,
  cents: number,
): PaymentStatus {
  if (cents > 0 && cents >= price.totalCents) return "paid";
  if (cents > 0 && cents >= price.downpaymentCents) return "downpaid";
  return price.paymentStatus === "failed" ? "failed" : "pending";
}

export type RefundReason = Extract<BookingEvent, { type: "RefundRequested" }>["data"]["reason"];

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
