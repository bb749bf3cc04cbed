/** Computes how a booking's money is distributed and the payment status that follows from it, without any of the product's code. Pure; in cents. */
import type { BookingFold } from "./booking-state.ts";

export const inCents = (cents: number): string => `${cents} cents`;

export const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

/** What a booking on account is charged: its total, or what its cancellation left of it. */
export const owedOf = ({ status, totalCents, owedOnceCancelledCents }: BookingFold): number =>
  status === "cancelled" ? owedOnceCancelledCents : totalCents;

/** What a booking on account owes after what staff let off; null for any other. */
export const owedOnAccountOf = (booking: BookingFold): number | null =>
  booking.accountId === null ? null : Math.max(0, owedOf(booking) - booking.creditedCents);

/** On account there is no downpayment. */
export const downpaymentOf = ({ accountId, downpaymentCents }: BookingFold): number =>
  accountId === null ? downpaymentCents : 0;

/** How a booking's money is distributed: received, requested back, issued, disputed, retained, due. */
export function moneyOf(booking: BookingFold) {
  const refunds = [...booking.refunds.values()];
  const openOrLost = [...booking.disputes.values()].filter(({ outcome }) => outcome !== "won");
  const intents = new Set([
    ...booking.captured.keys(),
    ...refunds.flatMap(({ intent }) => intent ?? []),
    ...[...booking.disputes.values()].map(({ intent }) => intent),
  ]);
  let cardAsked = 0;
  for (const intent of intents) {
    const own = refunds.filter((refund) => refund.intent === intent);
    const issued = sum(own.filter((refund) => refund.issued).map(({ cents }) => cents));
    const promised = sum(own.filter((refund) => !refund.issued).map(({ cents }) => cents));
    const disputed = sum(openOrLost.filter((one) => one.intent === intent).map(({ cents }) => cents));
    const left = Math.max(0, (booking.captured.get(intent) ?? 0) - issued - disputed);
    cardAsked += issued + Math.min(promised, left);
  }
  const cards = sum(booking.captured.values());
  const byInvoices = booking.paymentStatus === "paid" ? (owedOnAccountOf(booking) ?? 0) : 0;
  const received = cards + booking.deskReceivedCents + byInvoices;
  const counterAsked = sum(refunds.filter(({ intent }) => intent === null).map(({ cents }) => cents));
  const asked = cardAsked + counterAsked + booking.deskReturnedUnrequestedCents;
  const issued =
    sum(refunds.filter((refund) => refund.issued).map(({ cents }) => cents)) +
    booking.deskReturnedUnrequestedCents;
  const disputed = sum(openOrLost.map(({ cents }) => cents));
  const kept = received - asked - disputed;
  const isOver = booking.status === "cancelled";
  const overpaid = isOver ? 0 : Math.max(0, kept - booking.totalCents);
  const promisedAtCounter = counterAsked - (booking.deskReturnedCents - booking.deskReturnedUnrequestedCents);
  const free = Math.max(
    0,
    Math.max(0, booking.deskReceivedCents - booking.deskReturnedCents) - promisedAtCounter,
  );
  return {
    received,
    asked,
    issued,
    disputed,
    kept,
    paid: received - asked,
    gone: issued + disputed,
    due: isOver || booking.accountId !== null ? 0 : Math.max(0, booking.totalCents - kept),
    overpaid,
    toReturn: promisedAtCounter + Math.min(overpaid, free),
    onCards:
      cards -
      sum(refunds.filter((refund) => refund.issued && refund.intent !== null).map(({ cents }) => cents)) -
      disputed,
  };
}

const RANK: Record<string, number> = { pending: 0, failed: 0, downpaid: 1, paid: 2 };
const rankOf = (status: string): number => RANK[status] ?? 0;

function statusByMoney(booking: BookingFold): string {
  const { paid } = moneyOf(booking);
  if (paid > 0 && paid >= booking.totalCents) return "paid";
  if (paid > 0 && paid >= booking.downpaymentCents) return "downpaid";
  return booking.paymentStatus === "failed" ? "failed" : "pending";
}

/** Once it is no longer cancelled. The invoices of one on account had only what it owed while it was. */
export function statusOnceActive(booking: BookingFold): string {
  if (booking.accountId === null) return statusByMoney(booking);
  return booking.owedOnceCancelledCents < booking.totalCents ? "pending" : booking.paymentStatus;
}

function withStatus(booking: BookingFold, choose: (now: number, byMoney: number) => boolean): BookingFold {
  const byMoney = statusByMoney(booking);
  const changes = choose(rankOf(booking.paymentStatus), rankOf(byMoney));
  return changes ? { ...booking, paymentStatus: byMoney } : booking;
}
export const withRaisedStatus = (booking: BookingFold) =>
  withStatus(booking, (now, byMoney) => byMoney > now);
export const withLoweredStatus = (booking: BookingFold) =>
  booking.status === "cancelled" ? booking : withStatus(booking, (now, byMoney) => byMoney < now);
