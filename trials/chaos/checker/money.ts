/** Checks the money: the provider's ledger and the log agree to the cent, and no customer has paid for a booking that they do not have. */

import type { Finding } from "./evidence/claims.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { centsOf, textOf } from "./evidence/fields.ts";
import { referenceOf } from "./evidence/series.ts";
import { statesOf } from "./fold/booking-fold.ts";
import { inCents } from "./fold/booking-money.ts";
import type { BookingFold } from "./fold/booking-state.ts";
import { refundsOwed, unanswered } from "./refunds-owed.ts";

interface Ledger {
  charges: {
    id: string;
    intent: string;
    cents: number;
    refunded: number;
    booking: string | null;
    series: string | null;
    reference: string | null;
  }[];
  refunds: {
    id: string;
    intent: string;
    charge: string;
    cents: number;
    failed: boolean;
    /** The name of the refund and of its booking. */
    name: string | null;
  }[];
  disputes: { id: string; intent: string; cents: number; status: string }[];
}

export async function checkMoney(evidence: Evidence): Promise<Finding[]> {
  const ledger = await readLedger(evidence);
  const streams = streamsIn(evidence, "booking");
  const bookings = streams.flatMap((events) => statesOf(events).at(-1) ?? []);
  return [
    ...charges(ledger, bookings, (id) => referenceOf(evidence, id)),
    ...refunds(ledger, streams),
    ...refundedOnce(ledger),
    ...disputes(ledger, bookings),
    ...streams.flatMap(refundsOwed),
    ...bookings.flatMap(unanswered),
  ];
}

async function readLedger({ provider }: Evidence): Promise<Ledger> {
  const charges = await provider<Ledger["charges"]>`
    select c.id, c.payment_intent as intent, c.amount as cents, c.amount_refunded as refunded,
      i.metadata ->> 'bookingId' as booking, i.metadata ->> 'seriesId' as series,
      i.metadata ->> 'reference' as reference
    from simulated_stripe.charges c join simulated_stripe.payment_intents i on i.id = c.payment_intent
    where c.status = 'succeeded' order by i.listed`;
  const refunds = await provider<Ledger["refunds"]>`
    select id, payment_intent as intent, charge, amount as cents, status = 'failed' as failed,
      metadata ->> 'bookingId' || ' ' || (metadata ->> 'refundId') as name
    from simulated_stripe.refunds order by listed`;
  const disputes = await provider<Ledger["disputes"]>`
    select id, payment_intent as intent, amount as cents, status from simulated_stripe.disputes order by listed`;
  return { charges, refunds, disputes };
}

/**
 * The captured amount of each intent, at the provider and by the log. An intent of a series pays for several of its dates: their shares
 * are the charge.
 */
function charges(
  ledger: Ledger,
  bookings: readonly BookingFold[],
  referenceOfSeries: (id: number) => string | null,
): Finding[] {
  const claim = "money.charges";
  const logged = new Map<string, { booking: BookingFold; cents: number }>();
  const findings: Finding[] = [];
  const ofSeries = new Map(
    ledger.charges.flatMap(({ intent, series }) => (series === null ? [] : [[intent, Number(series)]])),
  );
  for (const booking of bookings) {
    for (const [intent, cents] of booking.captured) {
      const other = logged.get(intent);
      const series = ofSeries.get(intent);
      const isShare = series !== undefined && series === booking.series?.id;
      if (other && !isShare) {
        const words = `${intent} paid booking-${other.booking.id} too`;
        findings.push({ claim, subject: `booking-${booking.id}`, words });
      }
      if (series !== undefined && !isShare) {
        const words = `${intent} was charged for series-${series}`;
        findings.push({ claim, subject: `booking-${booking.id}`, words });
      }
      logged.set(intent, { booking, cents: cents + (isShare ? (other?.cents ?? 0) : 0) });
    }
  }
  const payerOf = ({ personId }: BookingFold, series: string | null): string | null =>
    series === null ? personId : referenceOfSeries(Number(series));
  const charged = new Map<string, number>();
  for (const { intent, cents, booking, series, reference } of ledger.charges) {
    charged.set(intent, (charged.get(intent) ?? 0) + cents);
    const known = logged.get(intent);
    const named = series === null ? `booking-${booking ?? "?"}` : `series-${series}`;
    const subject = known && series === null ? `booking-${known.booking.id}` : named;
    if (!known) {
      findings.push({
        claim,
        subject,
        words: `${intent} was charged ${inCents(cents)}, and the log has no payment`,
      });
    } else if (reference !== null && reference !== payerOf(known.booking, series)) {
      findings.push({ claim, subject, words: `${intent} was charged for another booking` });
    }
  }
  for (const [intent, { booking, cents }] of logged) {
    const taken = charged.get(intent) ?? 0;
    if (taken === cents) continue;
    const words = `${intent} paid ${inCents(cents)} by the log, and was charged ${inCents(taken)}`;
    findings.push({ claim, subject: `booking-${booking.id}`, words });
  }
  return findings;
}

/** Each refund at the provider is in the log with the same amount and state, and vice versa. */
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
        if (known) findings.push({ claim, subject: stream, words: `v${version} has ${id} again` });
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
      const words = `the provider has ${id} of ${inCents(cents)} (${state(failed)}), and the log does not`;
      findings.push({ claim, subject: intent, words });
    } else if (known.cents !== cents || known.failed !== failed) {
      const words = `${id} is ${inCents(cents)} and ${state(failed)} at the provider, ${inCents(known.cents)} and ${state(known.failed)} by the log`;
      findings.push({ claim, subject: known.stream, words });
    }
  }
  for (const [id, { stream, cents }] of inLog) {
    if (atProvider.has(id)) continue;
    findings.push({ claim, subject: stream, words: `${id} of ${inCents(cents)} is not at the provider` });
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
      findings.push({ claim, subject: intent, words: `${name} was refunded as ${other} and as ${id}` });
    names.set(`${intent} ${name}`, id);
  }
  for (const { id, intent, cents, refunded } of charges) {
    const back = given.get(id) ?? 0;
    if (back > cents) {
      findings.push({
        claim,
        subject: intent,
        words: `${inCents(back)} of ${inCents(cents)} were refunded`,
      });
    }
    if (back !== refunded) {
      const words = `the provider counts ${inCents(refunded)} as refunded, and its refunds are ${inCents(back)}`;
      findings.push({ claim, subject: intent, words });
    }
  }
  return findings;
}

/** The log has each dispute as the provider reports it: the amount that is withheld, and the outcome. */
function disputes(ledger: Ledger, bookings: readonly BookingFold[]): Finding[] {
  const claim = "money.disputes";
  const logged = new Map<string, { subject: string; cents: number; outcomes: ReadonlySet<string> }>();
  // Each date of a series has its part of the dispute of the one charge.
  for (const booking of bookings) {
    for (const [id, { cents, outcome }] of booking.disputes) {
      const known = logged.get(id) ?? { subject: `booking-${booking.id}`, cents: 0, outcomes: new Set() };
      const outcomes = new Set([...known.outcomes, outcome ?? "open"]);
      logged.set(id, { ...known, cents: known.cents + cents, outcomes });
    }
  }
  const findings = ledger.disputes.flatMap(({ id, intent, cents, status }): Finding[] => {
    const known = logged.get(id);
    const isInquiry = status.startsWith("warning_");
    const outcome = { won: "won", lost: "lost", warning_closed: "won" }[status] ?? null;
    const expected = `${inCents(isInquiry ? 0 : cents)}, ${outcome ?? "open"}`;
    const found = known ? `${inCents(known.cents)}, ${[...known.outcomes].join(" and ")}` : "none";
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
