/** Checks the money: the provider's ledger and the log agree to the cent, and no customer has paid for a booking that they do not have. */

import type { Finding } from "./evidence/claims.ts";
import { type Evidence, streamsIn } from "./evidence/evidence.ts";
import { groupedBy } from "./evidence/grouping.ts";
import { type Ledger, readLedger } from "./evidence/ledger.ts";
import { referenceOf } from "./evidence/series.ts";
import { accountStates } from "./fold/account-fold.ts";
import type { AccountFold } from "./fold/account-state.ts";
import { statesOf } from "./fold/booking-fold.ts";
import { inCents, sum } from "./fold/booking-money.ts";
import type { BookingFold, DisputeFold } from "./fold/booking-state.ts";
import { refundedOnce, refunds } from "./refunds.ts";
import { refundsOwed, unanswered, unansweredOfInvoices } from "./refunds-owed.ts";

export async function checkMoney(evidence: Evidence): Promise<Finding[]> {
  const ledger = await readLedger(evidence);
  const streams = streamsIn(evidence, "booking");
  const bookings = streams.flatMap((events) => statesOf(events).at(-1) ?? []);
  const accountStreams = streamsIn(evidence, "account");
  const accounts = accountStreams.flatMap((events) => accountStates(events).at(-1) ?? []);
  const payments = [
    ...bookings.flatMap((booking) => paymentsOf(booking, (id) => referenceOf(evidence, id))),
    ...accounts.flatMap(invoicePayments),
  ];
  return [
    ...charges(ledger, payments),
    ...refunds(ledger, [...streams, ...accountStreams]),
    ...refundedOnce(ledger),
    ...disputes(ledger, [...bookings.flatMap(disputesOf), ...accounts.flatMap(invoiceDisputes)]),
    ...streams.flatMap(refundsOwed),
    ...bookings.flatMap(unanswered),
    ...accounts.flatMap(unansweredOfInvoices),
  ];
}

/** The captured amount of an intent by the log, of one booking or one invoice. */
interface Payment {
  subject: string;
  intent: string;
  cents: number;
  /** What the provider may have charged it for, and who then pays. */
  payers: ReadonlyMap<string, string | null>;
}

function paymentsOf(booking: BookingFold, referenceOfSeries: (id: number) => string | null): Payment[] {
  const { captured, id, personId, series } = booking;
  const subject = `booking-${id}`;
  const payers = new Map<string, string | null>([[subject, personId]]);
  if (series) payers.set(`series-${series.id}`, referenceOfSeries(series.id));
  return [...captured].map(([intent, cents]) => ({ subject, intent, cents, payers }));
}

const invoicePayments = ({ id, reference, invoices }: AccountFold): Payment[] =>
  [...invoices].flatMap(([number, { captured }]) =>
    [...captured].map(([intent, cents]) => ({
      subject: `account-${id} ${number}`,
      intent,
      cents,
      payers: new Map([[number, reference]]),
    })),
  );

/** The captured amount of each intent, at the provider and by the log. An intent of a series pays for several dates: their shares are the charge. */
function charges({ charges }: Ledger, payments: readonly Payment[]): Finding[] {
  const claim = "money.charges";
  const logged = groupedBy(payments, ({ intent }) => intent);
  const charged = groupedBy(charges, ({ intent }) => intent);
  const findings: Finding[] = [];
  for (const [intent, taken] of charged) {
    const { names = "", reference = null } = taken[0] ?? {};
    const paid = logged.get(intent) ?? [];
    if (paid.length === 0) {
      const words = `${intent} was charged ${inCents(totalOf(taken))}, and the log has no payment`;
      findings.push({ claim, subject: names, words });
    }
    for (const { subject, payers } of paid) {
      const payer = payers.get(names);
      if (payer === undefined || (reference !== null && reference !== payer)) {
        findings.push({ claim, subject, words: `${intent} was charged for another payer of ${names}` });
      }
    }
    if (paid.length > 1 && !names.startsWith("series-")) {
      const subjects = paid.map(({ subject }) => subject).join(" and ");
      findings.push({ claim, subject: names, words: `${intent} paid ${subjects}` });
    }
  }
  for (const [intent, paid] of logged) {
    const [cents, taken] = [totalOf(paid), totalOf(charged.get(intent) ?? [])];
    if (taken === cents) continue;
    const words = `${intent} paid ${inCents(cents)} by the log, and was charged ${inCents(taken)}`;
    findings.push({ claim, subject: paid[0]?.subject ?? intent, words });
  }
  return findings;
}

const totalOf = (parts: readonly { cents: number }[]): number => sum(parts.map(({ cents }) => cents));

/** A dispute by the log. Each date of a series has its part of the dispute of the one charge. */
interface Disputed extends Pick<DisputeFold, "cents" | "outcome"> {
  id: string;
  subject: string;
}

const disputesOf = ({ id: booking, disputes }: BookingFold): Disputed[] =>
  [...disputes].map(([id, { cents, outcome }]) => ({ id, subject: `booking-${booking}`, cents, outcome }));

const invoiceDisputes = ({ id: account, invoices }: AccountFold): Disputed[] =>
  [...invoices].flatMap(([number, { disputes }]) =>
    [...disputes].map(([id, { cents, outcome }]) => ({
      id,
      subject: `account-${account} ${number}`,
      cents,
      outcome,
    })),
  );

/** The log has each dispute as the provider reports it: the amount that is withheld, and the outcome. */
function disputes(ledger: Ledger, disputed: readonly Disputed[]): Finding[] {
  const claim = "money.disputes";
  const logged = groupedBy(disputed, ({ id }) => id);
  const findings = ledger.disputes.flatMap(({ id, intent, cents, status }): Finding[] => {
    const known = logged.get(id) ?? [];
    const isInquiry = status.startsWith("warning_");
    const outcome = { won: "won", lost: "lost", warning_closed: "won" }[status] ?? null;
    const expected = `${inCents(isInquiry ? 0 : cents)}, ${outcome ?? "open"}`;
    const outcomes = [...new Set(known.map((one) => one.outcome ?? "open"))].join(" and ");
    const found = known.length > 0 ? `${inCents(totalOf(known))}, ${outcomes}` : "none";
    if (expected === found) return [];
    const words = `${id} is ${expected} at the provider, ${found} by the log`;
    return [{ claim, subject: known[0]?.subject ?? intent, words }];
  });
  const atProvider = new Set(ledger.disputes.map(({ id }) => id));
  for (const { id, subject } of disputed) {
    if (!atProvider.has(id)) findings.push({ claim, subject, words: `${id} is not at the provider` });
  }
  return findings;
}
