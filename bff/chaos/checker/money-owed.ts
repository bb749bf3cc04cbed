/** Owns what goes back to whom, by the log alone: what bought nothing in full, and of a cancellation what its terms say. Cents. */
import { statesOf } from "./booking-fold.ts";
import { moneyOf } from "./booking-money.ts";
import type { BookingFold } from "./booking-state.ts";
import type { Finding } from "./claims.ts";
import type { LogEvent } from "./evidence.ts";
import { centsOf, fieldsOf, listOf, textOf } from "./fields.ts";

const HOUR_MS = 3_600_000;
const inCents = (cents: number): string => `${cents} cents`;

/** What a cancellation by this booking's terms gives back of what the house then had, cents. */
function dueBack(booking: BookingFold, by: string, at: number): number {
  const { kept, overpaid } = moneyOf(booking);
  if (booking.visit === "no-show") return overpaid;
  if (kept <= 0) return overpaid;
  if (by === "venue") return Math.max(overpaid, kept);
  const stages = listOf(fieldsOf(booking.request.terms).refundTerms).map(fieldsOf);
  const stage = stages.find((one) => at <= booking.startsAt - centsOf(one, "hoursBefore") * HOUR_MS);
  if (!stage) return overpaid;
  const share = (cents: number, name: string): number => Math.round((cents * centsOf(stage, name)) / 100);
  const fee = share(Math.min(booking.downpaymentCents, kept), "feePercent");
  return Math.max(overpaid, Math.max(0, share(kept, "refundPercent") - fee));
}

/** At each end of a booking, and at each payment that bought nothing, what is due goes back with it. */
export function owed(events: readonly LogEvent[]): Finding[] {
  const states = statesOf(events);
  const findings: Finding[] = [];
  events.forEach((event, i) => {
    const [before, after] = [states[i - 1], states[i]];
    if (!before || !after) return;
    const found = (words: string): void => {
      findings.push({ claim: "money.owed", subject: `${event.stream} v${event.version}`, words });
    };
    const last = states[lastOfCommand(events, i)] ?? after;
    const ended = endedBy(event);
    if (ended !== null && before.status !== "cancelled" && last.status === "cancelled") {
      // What came in with the very command is no part of what the end gives back.
      const brought = moneyOf(last).received - moneyOf(before).received;
      const back = moneyOf(last).asked - moneyOf(before).asked - brought;
      const due = dueBack(before, ended, event.occurredAt);
      if (back !== due) found(`gave back ${inCents(back)}, where ${inCents(due)} were due`);
    }
    const bought = boughtNothing(event, before, last);
    const intent = textOf(event.data, "paymentIntentId");
    if (bought && intent !== null) {
      const promised = events
        .slice(i, lastOfCommand(events, i) + 1)
        .filter(({ type, data }) => type === "RefundRequested" && data.paymentIntentId === intent)
        .reduce((sum, { data }) => sum + centsOf(data, "amountCents"), 0);
      const paid = centsOf(event.data, "amountCents");
      if (promised !== paid)
        found(`${intent} brought ${inCents(paid)} for nothing; ${inCents(promised)} go back`);
    }
  });
  return findings;
}

function lastOfCommand(events: readonly LogEvent[], from: number): number {
  let last = from;
  while (events[last + 1]?.commandId === events[from]?.commandId) last += 1;
  return last;
}

/** By whom; null where the event ends nothing. Nobody has a hold that ran out: all that was paid goes back, as the house's own. */
function endedBy({ type, data }: LogEvent): string | null {
  if (type === "BookingCancelled") return textOf(data, "cancelledBy") ?? "venue";
  return type === "BookingExpired" ? "venue" : null;
}

/** Money for a booking that is over and stays so, another amount than was asked for, or a balance that was not due. */
function boughtNothing({ type, data }: LogEvent, before: BookingFold, last: BookingFold): boolean {
  if (type === "UnexpectedPaymentReceived") return true;
  if (type === "BalanceReceived") return data.settles !== true;
  return type === "DownpaymentReceived" && (last.status === "cancelled" || isPaidAlready(before));
}

const isPaidAlready = (booking: BookingFold): boolean => {
  const { paid } = moneyOf(booking);
  return paid > 0 && paid >= booking.downpaymentCents;
};

/** A refund that the bank refused waits for staff; one that nobody has answered is lost. */
export function underWay(booking: BookingFold): Finding[] {
  return [...booking.refunds].flatMap(([name, { issued, failed, intent, cents }]) =>
    issued || failed || intent === null
      ? []
      : [
          {
            claim: "money.under-way",
            subject: `booking-${booking.id}`,
            words: `${name} of ${inCents(cents)} was asked for and never answered`,
          },
        ],
  );
}
