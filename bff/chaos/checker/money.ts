/** Owns what must be so of money: the provider's ledger and the log say the same to the cent, and nobody has paid for what they do not have. */
import { type BookingFold, moneyOf, statesOf } from "./booking-fold.ts";
import type { Finding } from "./claims.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence.ts";
import { centsOf, fieldsOf, listOf, textOf } from "./fields.ts";

interface Ledger {
  charges: {
    id: string;
    intent: string;
    cents: number;
    refunded: number;
    booking: string | null;
    reference: string | null;
  }[];
  refunds: {
    id: string;
    intent: string;
    charge: string;
    cents: number;
    failed: boolean;
    name: string | null;
  }[];
  disputes: { id: string; intent: string; cents: number; status: string }[];
}

const HOUR_MS = 3_600_000;
const dollars = (cents: number): string => `${cents} cents`;

export async function checkMoney(evidence: Evidence): Promise<Finding[]> {
  const ledger = await readLedger(evidence);
  const streams = streamsIn(evidence, "booking");
  const bookings = streams.flatMap((events) => statesOf(events).at(-1) ?? []);
  return [
    ...charges(ledger, bookings),
    ...refunds(ledger, streams),
    ...refundedOnce(ledger),
    ...disputes(ledger, bookings),
    ...streams.flatMap(owed),
    ...bookings.flatMap(underWay),
  ];
}

async function readLedger({ provider }: Evidence): Promise<Ledger> {
  const charges = await provider<Ledger["charges"]>`
    select c.id, c.payment_intent as intent, c.amount as cents, c.amount_refunded as refunded,
      i.metadata ->> 'bookingId' as booking, i.metadata ->> 'reference' as reference
    from simulated_stripe.charges c join simulated_stripe.payment_intents i on i.id = c.payment_intent
    where c.status = 'succeeded' order by i.listed`;
  const refunds = await provider<Ledger["refunds"]>`
    select id, payment_intent as intent, charge, amount as cents, status = 'failed' as failed,
      metadata ->> 'refundId' as name
    from simulated_stripe.refunds order by listed`;
  const disputes = await provider<Ledger["disputes"]>`
    select id, payment_intent as intent, amount as cents, status from simulated_stripe.disputes order by listed`;
  return { charges, refunds, disputes };
}

/** What each intent brought: at the provider, and by the log. */
function charges(ledger: Ledger, bookings: readonly BookingFold[]): Finding[] {
  const claim = "money.charges";
  const logged = new Map<string, { booking: BookingFold; cents: number }>();
  const findings: Finding[] = [];
  for (const booking of bookings) {
    for (const [intent, cents] of booking.captured) {
      const other = logged.get(intent);
      const words = `${intent} paid booking-${other?.booking.id} too`;
      if (other) findings.push({ claim, subject: `booking-${booking.id}`, words });
      logged.set(intent, { booking, cents });
    }
  }
  const charged = new Map<string, number>();
  for (const { intent, cents, booking, reference } of ledger.charges) {
    charged.set(intent, (charged.get(intent) ?? 0) + cents);
    const known = logged.get(intent);
    const subject = known ? `booking-${known.booking.id}` : `booking-${booking ?? "?"}`;
    if (!known) {
      findings.push({
        claim,
        subject,
        words: `${intent} was charged ${dollars(cents)}, and the log has no payment`,
      });
    } else if (reference !== null && reference !== known.booking.personId) {
      findings.push({ claim, subject, words: `${intent} was charged for another booking` });
    }
  }
  for (const [intent, { booking, cents }] of logged) {
    const taken = charged.get(intent) ?? 0;
    if (taken === cents) continue;
    const words = `${intent} brought ${dollars(cents)} by the log, and was charged ${dollars(taken)}`;
    findings.push({ claim, subject: `booking-${booking.id}`, words });
  }
  return findings;
}

/** Each refund at the provider is one of the log, of the same amount and standing; and the other way round. */
function refunds({ refunds }: Ledger, streams: readonly (readonly LogEvent[])[]): Finding[] {
  const claim = "money.refunds";
  const atProvider = new Map(refunds.map((refund) => [refund.id, refund]));
  const inLog = new Map<string, { cents: number; failed: boolean; stream: string }>();
  const findings: Finding[] = [];
  for (const events of streams) {
    const amounts = new Map<string, number>();
    for (const { stream, version, type, data } of events) {
      const id = textOf(data, "stripeRefundId");
      const name = textOf(data, "refundId") ?? "";
      if (type === "RefundRequested" || type === "RefundRecorded")
        amounts.set(name, centsOf(data, "amountCents"));
      if (id === null) continue;
      const known = inLog.get(id);
      if (type === "RefundIssued" || type === "RefundRecorded") {
        if (known) findings.push({ claim, subject: stream, words: `v${version} has ${id} once more` });
        inLog.set(id, { cents: centsOf(data, "amountCents"), failed: false, stream });
      } else if (type === "RefundFailed") {
        inLog.set(id, { cents: known?.cents ?? amounts.get(name) ?? 0, failed: true, stream });
      }
    }
  }
  const state = (failed: boolean): string => (failed ? "failed" : "issued");
  for (const [id, { cents, failed, intent }] of atProvider) {
    const known = inLog.get(id);
    if (!known) {
      const words = `the provider ${failed ? "failed" : "gave"} ${id} of ${dollars(cents)}, and the log does not know it`;
      findings.push({ claim, subject: intent, words });
    } else if (known.cents !== cents || known.failed !== failed) {
      const words = `${id} is ${dollars(cents)} and ${state(failed)} at the provider, ${dollars(known.cents)} and ${state(known.failed)} by the log`;
      findings.push({ claim, subject: known.stream, words });
    }
  }
  for (const [id, { stream, cents }] of inLog) {
    if (atProvider.has(id)) continue;
    findings.push({ claim, subject: stream, words: `${id} of ${dollars(cents)} is not at the provider` });
  }
  return findings;
}

function refundedOnce({ refunds, charges }: Ledger): Finding[] {
  const claim = "money.refunded-once";
  const findings: Finding[] = [];
  const names = new Map<string, string>();
  const given = new Map<string, number>();
  for (const { id, intent, charge, cents, failed, name } of refunds) {
    if (failed) continue;
    given.set(charge, (given.get(charge) ?? 0) + cents);
    if (name === null) continue;
    const other = names.get(`${intent} ${name}`);
    if (other)
      findings.push({ claim, subject: intent, words: `${name} was given back as ${other} and as ${id}` });
    names.set(`${intent} ${name}`, id);
  }
  for (const { id, intent, cents, refunded } of charges) {
    const back = given.get(id) ?? 0;
    if (back > cents) {
      findings.push({
        claim,
        subject: intent,
        words: `${dollars(back)} of ${dollars(cents)} were given back`,
      });
    }
    if (back !== refunded) {
      const words = `the provider counts ${dollars(refunded)} as given back, and its refunds are ${dollars(back)}`;
      findings.push({ claim, subject: intent, words });
    }
  }
  return findings;
}

/** As the provider says it, by the log: what is away, and whether it came back. */
function disputes(ledger: Ledger, bookings: readonly BookingFold[]): Finding[] {
  const claim = "money.disputes";
  const logged = new Map(
    bookings.flatMap((booking) =>
      [...booking.disputes].map(
        ([id, dispute]) => [id, { subject: `booking-${booking.id}`, ...dispute }] as const,
      ),
    ),
  );
  const findings = ledger.disputes.flatMap(({ id, intent, cents, status }): Finding[] => {
    const known = logged.get(id);
    const isInquiry = status.startsWith("warning_");
    const outcome = { won: "won", lost: "lost", warning_closed: "won" }[status] ?? null;
    const expected = `${isInquiry ? 0 : cents} cents, ${outcome ?? "open"}`;
    const found = known ? `${known.cents} cents, ${known.outcome ?? "open"}` : "none";
    if (expected === found) return [];
    const words = `${id} is ${expected} at the provider, ${found} by the log`;
    return [{ claim, subject: known?.subject ?? intent, words }];
  });
  const atProvider = new Set(ledger.disputes.map(({ id }) => id));
  for (const [id, { subject }] of logged) {
    if (!atProvider.has(id)) findings.push({ claim, subject, words: `${id} is not at the provider` });
  }
  return findings;
}

/** What a cancellation by this booking's terms gives back of what the house then had, cents. */
export function dueBack(booking: BookingFold, by: string, at: number): number {
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
function owed(events: readonly LogEvent[]): Finding[] {
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
      if (back !== due) found(`gave back ${dollars(back)}, where ${dollars(due)} were due`);
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
        found(`${intent} brought ${dollars(paid)} for nothing; ${dollars(promised)} go back`);
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
function underWay(booking: BookingFold): Finding[] {
  return [...booking.refunds].flatMap(([name, { issued, failed, intent, cents }]) =>
    issued || failed || intent === null
      ? []
      : [
          {
            claim: "money.under-way",
            subject: `booking-${booking.id}`,
            words: `${name} of ${dollars(cents)} was asked for and never answered`,
          },
        ],
  );
}
