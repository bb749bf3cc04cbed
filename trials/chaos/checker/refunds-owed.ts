/** Checks by the log alone that refunds are requested: all of a payment for nothing, and the terms' share for a cancellation. In cents. */

import type { Finding } from "./evidence/claims.ts";
import type { LogEvent } from "./evidence/evidence.ts";
import { centsOf, fieldsOf, listOf, textOf } from "./evidence/fields.ts";
import type { AccountFold } from "./fold/account-state.ts";
import { statesOf } from "./fold/booking-fold.ts";
import { inCents, moneyOf } from "./fold/booking-money.ts";
import type { BookingFold } from "./fold/booking-state.ts";

const HOUR_MS = 3_600_000;

/** The refund of a cancellation by this booking's terms, from the money that the venue then had, in cents. */
function refundDue(booking: BookingFold, by: string, at: number): number {
  const { kept, overpaid } = moneyOf(booking);
  if (booking.visit === "no-show") return overpaid;
  if (kept <= 0) return overpaid;
  if (by === "venue") return Math.max(overpaid, kept);
  return Math.max(overpaid, refundByStages(booking, kept, at));
}

/** What the customer's cancellation gives back of this money, in cents. */
export function refundByStages(booking: BookingFold, kept: number, at: number): number {
  const stages = listOf(fieldsOf(booking.request.terms).refundTerms).map(fieldsOf);
  const stage = stages.find((one) => at <= booking.startsAt - centsOf(one, "hoursBefore") * HOUR_MS);
  if (!stage) return 0;
  const share = (cents: number, name: string): number => Math.round((cents * centsOf(stage, name)) / 100);
  const fee = share(Math.min(booking.downpaymentCents, kept), "feePercent");
  return Math.max(0, share(kept, "refundPercent") - fee);
}

/** Each end of a booking and each payment for nothing must request what is due at once. One on account has no money of its own. */
export function refundsOwed(events: readonly LogEvent[]): Finding[] {
  const states = statesOf(events);
  const findings: Finding[] = [];
  events.forEach((event, i) => {
    const [before, after] = [states[i - 1], states[i]];
    if (!before || !after || after.accountId !== null) return;
    const found = (words: string): void => {
      findings.push({ claim: "money.owed", subject: `${event.stream} v${event.version}`, words });
    };
    const last = states[lastOfCommand(events, i)] ?? after;
    const ended = endedBy(event);
    if (ended !== null && before.status !== "cancelled" && last.status === "cancelled") {
      // Money that came in with the same command is not a part of the refund for the end.
      const brought = moneyOf(last).received - moneyOf(before).received;
      const back = moneyOf(last).asked - moneyOf(before).asked - brought;
      const due = refundDue(before, ended, event.occurredAt);
      if (back !== due) found(`requested a refund of ${inCents(back)}, but ${inCents(due)} were due`);
    }
    const forNothing = paidForNothing(event, before, last);
    const intent = textOf(event.data, "paymentIntentId");
    if (forNothing && intent !== null) {
      const promised = events
        .slice(i, lastOfCommand(events, i) + 1)
        .filter(({ type, data }) => type === "RefundRequested" && data.paymentIntentId === intent)
        .reduce((sum, { data }) => sum + centsOf(data, "amountCents"), 0);
      const paid = centsOf(event.data, "amountCents");
      if (promised !== paid)
        found(`${intent} paid ${inCents(paid)} for nothing; a refund of ${inCents(promised)} was requested`);
    }
  });
  return findings;
}

function lastOfCommand(events: readonly LogEvent[], from: number): number {
  let last = from;
  while (events[last + 1]?.commandId === events[from]?.commandId) last += 1;
  return last;
}

/**
 * Who ended the booking; null if the event does not end it. An expired hold counts as ended by the venue: all that was paid is
 * refunded.
 */
function endedBy({ type, data }: LogEvent): string | null {
  if (type === "BookingCancelled") return textOf(data, "cancelledBy") ?? "venue";
  return type === "BookingExpired" ? "venue" : null;
}

/** Money for a booking that has ended and stays so, another amount than was requested, or a balance that was not due. */
function paidForNothing({ type, data }: LogEvent, before: BookingFold, last: BookingFold): boolean {
  if (type === "UnexpectedPaymentReceived") return true;
  if (type === "BalanceReceived") return data.settles !== true;
  return type === "DownpaymentReceived" && (last.status === "cancelled" || isPaidAlready(before));
}

const isPaidAlready = (booking: BookingFold): boolean => {
  const { paid } = moneyOf(booking);
  return paid > 0 && paid >= booking.downpaymentCents;
};

/** A refund that the bank refused waits for staff; one without any result is lost. */
export function unanswered(booking: BookingFold): Finding[] {
  return [...booking.refunds].flatMap(([name, { issued, failed, intent, cents }]) =>
    issued || failed || intent === null
      ? []
      : [
          {
            claim: "money.unanswered",
            subject: `booking-${booking.id}`,
            words: `${name} of ${inCents(cents)} was requested and has no result`,
          },
        ],
  );
}

export const unansweredOfInvoices = ({ id, invoices }: AccountFold): Finding[] =>
  [...invoices].flatMap(([number, { refunds }]) =>
    [...refunds].flatMap(([name, { state, cents }]) =>
      state === "under-way"
        ? [
            {
              claim: "money.unanswered",
              subject: `account-${id} ${number}`,
              words: `${name} of ${inCents(cents)} was requested and has no result`,
            },
          ]
        : [],
    ),
  );
