/** Says why a booking is over, and what becomes of its money, in sentences for its guest: on its own page, and in short in a list. */
import type { OwnBooking } from "../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { dayAndTime } from "../../../core/venue/time/time-format.ts";
import { isOnAccount, keptOnAccount } from "./on-account.ts";

type Ended = Pick<
  OwnBooking,
  | "accountId"
  | "cancellation"
  | "roomName"
  | "startTime"
  | "endTime"
  | "timeZone"
  | "paidAmount"
  | "refundedAmount"
  | "refundUnderWayAmount"
  | "receipt"
>;

type Cause = NonNullable<OwnBooking["cancellation"]>["cause"];

const TITLES: Record<Cause, string> = {
  expiry: "Your hold has ended",
  customer: "This booking is cancelled",
  venue: "The venue cancelled this booking",
  closure: "The room is closed at this time",
};

const CAUSES: Record<Cause, (visit: string) => string> = {
  expiry: (visit) => `${visit} was not paid in time, so the hours are free again.`,
  customer: (visit) => `As you asked, ${visit} is cancelled.`,
  venue: (visit) => `We are sorry: we had to cancel ${visit}.`,
  closure: (visit) => `We are sorry: we had to close the room, which cancels ${visit}.`,
};

/** A hold that has run out is told as expired before the server has recorded it. */
export function causeWords(booking: Ended): { title: string; sentences: string[] } {
  const { cause, reason } = booking.cancellation ?? { cause: "expiry" as const, reason: null };
  const released = cause === "customer" && !hasMoney(booking) && !isOnAccount(booking);
  const { roomName, startTime, endTime, timeZone } = booking;
  const visit = `${roomName} on ${dayAndTime(new Date(startTime), new Date(endTime), timeZone)}`;
  return {
    title: released ? TITLES.expiry : TITLES[cause],
    sentences: [
      released ? `As you asked, the hold on ${visit} is released.` : CAUSES[cause](visit),
      ...reasonWords(reason),
      isOnAccount(booking) ? keptOnAccount(booking.receipt.total) : moneyWords(booking),
    ],
  };
}

const IN_SHORT: Record<Cause, string> = {
  expiry: "This booking was not paid in time, so its hours were free again.",
  customer: "This booking is cancelled.",
  venue: "We had to cancel this booking.",
  closure: "We had to close the room, which cancelled this booking.",
};

/** The cause alone, where the booking itself is shown beside it. */
export const causeInShort = ({ cancellation }: Pick<OwnBooking, "cancellation">): string =>
  [IN_SHORT[cancellation?.cause ?? "customer"], ...reasonWords(cancellation?.reason ?? null)].join(" ");

const reasonWords = (reason: string | null): string[] =>
  reason === null ? [] : [`The reason: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`];

const hasMoney = ({ paidAmount, refundedAmount, refundUnderWayAmount }: Ended): boolean =>
  [paidAmount, refundedAmount, refundUnderWayAmount].some((amount) => Number(amount) > 0);

function moneyWords({ paidAmount, refundedAmount, refundUnderWayAmount }: Ended): string {
  const [paid, refunded, underWay] = [paidAmount, refundedAmount, refundUnderWayAmount].map(Number);
  if (underWay) return `${formatMoney(refundUnderWayAmount)} is being refunded to your card.`;
  if (refunded) return `${formatMoney(refundedAmount)} was refunded.`;
  return paid ? "By the cancellation policy nothing is refunded." : "Nothing was charged.";
}
