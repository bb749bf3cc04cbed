/** Checks billing accounts by the log alone: what they are charged, what could be booked on them, and which bookings they pay. In cents. */
import type { Claim, Finding } from "./evidence/claims.ts";
import { createDays } from "./evidence/days.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { numberOf, textOf } from "./evidence/fields.ts";
import { balanceOf, isPaid, openOf } from "./fold/account-state.ts";
import { type AccountChange, replayAccounts } from "./fold/accounts-replay.ts";
import { inCents, owedOf, sum } from "./fold/booking-money.ts";
import type { BookingFold } from "./fold/booking-state.ts";
import { billing } from "./invoices.ts";
import { refundByStages } from "./refunds-owed.ts";

type DayOf = (at: number) => string;

/** The decision may be so much older than its event, and on the day before. */
const DECIDED_WITHIN_MS = 10_000;

export function checkAccounts({ log, timeZone }: Evidence): Finding[] {
  const { dayOf } = createDays(timeZone);
  const findings: Finding[] = [];
  // One after another: a change knows the bookings as they are until the next one.
  for (const change of replayAccounts(log)) {
    findings.push(
      ...charges(change, dayOf),
      ...cancellations(change),
      ...bookable(change, dayOf),
      ...billing(change),
      ...payments(change),
    );
  }
  return findings;
}

const at = ({ events, own, after }: AccountChange): string => {
  const [event] = own.length > 0 ? own : events;
  return own.length > 0 ? `${event?.stream} v${event?.version}` : `account-${after.id}`;
};

const finding = (claim: Claim, change: AccountChange, words: string): Finding => ({
  claim,
  subject: at(change),
  words,
});

/** A booking that owes another amount, or is on another day, is charged in the same transaction; what it is charged is what it owes. */
function charges(change: AccountChange, dayOf: DayOf): Finding[] {
  const found = (words: string) => finding("accounts.charges", change, words);
  const charged = change.own.filter(({ type }) => type === "VisitCharged");
  const owing = (booking: BookingFold | null): string =>
    booking ? `${inCents(owedOf(booking))} on ${dayOf(booking.startsAt)}` : "nothing";
  const missing = change.changed.flatMap(({ before, after }) => {
    if (owing(before) === owing(after) || charged.some(({ data }) => data.bookingId === after.id)) return [];
    return [found(`booking-${after.id} owes ${owing(after)}, and the account was not charged`)];
  });
  const wrong = charged.flatMap(({ data }) => {
    const id = numberOf(data, "bookingId") ?? 0;
    const booking = change.bookingAfter(id);
    const visit = change.after.visits.get(id);
    const [by, is] = [`${inCents(visit?.cents ?? 0)} on ${visit?.day}`, owing(booking)];
    if (booking?.accountId !== change.after.id)
      return [found(`is charged for booking-${id}, which is not on it`)];
    return by === is ? [] : [found(`is charged ${by} for booking-${id}, which owes ${is}`)];
  });
  return [...missing, ...wrong];
}

/** A cancelled booking owes what its terms keep: nothing if the venue cancels, its total after a no-show. */
const cancellations = (change: AccountChange): Finding[] =>
  change.changed.flatMap(({ before, after }) => {
    const ended = change.events.findLast(
      ({ category, id, type }) => category === "booking" && id === after.id && type === "BookingCancelled",
    );
    if (!ended || !before || after.status !== "cancelled") return [];
    const due = owedAfter(before, ended);
    const owed = owedOf(after);
    if (owed === due) return [];
    const words = `booking-${after.id} was cancelled and owes ${inCents(owed)}, by its terms ${inCents(due)}`;
    return [finding("accounts.charges", change, words)];
  });

function owedAfter(booking: BookingFold, { data, occurredAt }: LogEvent): number {
  if (booking.visit === "no-show") return booking.totalCents;
  if (textOf(data, "cancelledBy") === "venue") return 0;
  const { downpaymentCents } = booking;
  return Math.max(0, downpaymentCents - refundByStages(booking, downpaymentCents, occurredAt));
}

/** New bookings fit into the credit limit, and nothing was overdue or suspended, as it was at that position of the log. */
function bookable(change: AccountChange, dayOf: DayOf): Finding[] {
  const { before, changed, events } = change;
  const made = changed.filter((one) => one.before === null);
  if (made.length === 0) return [];
  const found = (words: string) => finding("accounts.bookable", change, words);
  if (!before) return [found("a booking was made in the transaction that opened the account")];
  const open = openOf(before);
  const added = sum(made.map(({ after }) => after.totalCents));
  const today = dayOf((events[0]?.occurredAt ?? 0) - DECIDED_WITHIN_MS);
  const overdue = [...before.invoices].filter(
    ([, invoice]) => balanceOf(invoice) > 0 && invoice.dueOn < today,
  );
  const names = made.map(({ after }) => `booking-${after.id}`).join(", ");
  return [
    ...(open + added > before.creditLimitCents
      ? [
          found(
            `${names} of ${inCents(added)} with ${inCents(open)} open is above the limit of ${inCents(before.creditLimitCents)}`,
          ),
        ]
      : []),
    ...(before.suspended ? [found(`${names} was made while it was suspended`)] : []),
    ...overdue.map(([number]) => found(`${names} was made while ${number} was overdue`)),
  ];
}

/** A booking is `paid` exactly if it owes something and its invoices are paid, and it knows what staff let off. */
function payments(change: AccountChange): Finding[] {
  const { after, own, bookingAfter } = change;
  if (own.length === 0) return [];
  return [...after.visits].flatMap(([id, { cents, forgivenCents }]): Finding[] => {
    const booking = bookingAfter(id);
    if (!booking) return [];
    const found = (words: string) => finding("accounts.paid", change, `booking-${id} ${words}`);
    const expected = isPaid(after, id) ? "paid" : "pending";
    // There is nothing to pay, so it keeps the status that it ended with.
    const isOver = booking.status === "cancelled" && cents === 0;
    return [
      ...(isOver || booking.paymentStatus === expected
        ? []
        : [found(`is ${booking.paymentStatus}, by its invoices ${expected}`)]),
      ...(booking.creditedCents === forgivenCents
        ? []
        : [found(`was let off ${inCents(booking.creditedCents)}, by its account ${inCents(forgivenCents)}`)]),
    ];
  });
}
