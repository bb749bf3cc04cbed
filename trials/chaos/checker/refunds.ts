/** Checks refunds: the provider's are those of the log, none is made twice, and none is larger than its charge. In cents. */
import type { Finding } from "./evidence/claims.ts";
import type { LogEvent } from "./evidence/evidence.ts";
import { centsOf, numberOf, textOf } from "./evidence/fields.ts";
import type { Ledger } from "./evidence/ledger.ts";
import { inCents } from "./fold/booking-money.ts";

/** Each refund at the provider is in the log of a booking or an account with the same amount and state, and vice versa. */
export function refunds({ refunds }: Ledger, streams: readonly (readonly LogEvent[])[]): Finding[] {
  const claim = "money.refunds";
  const atProvider = new Map(refunds.map((refund) => [refund.id, refund]));
  const inLog = new Map<string, { cents: number; failed: boolean; stream: string }>();
  const findings: Finding[] = [];
  for (const events of streams) {
    const amounts = new Map<string, number>();
    for (const { stream, version, type: named, data } of events) {
      const id = textOf(data, "stripeRefundId");
      // Those of invoices have a name of their own in each invoice.
      const type = named.replace(/^Invoice/, "");
      const name = [textOf(data, "invoice"), textOf(data, "refundId")].join(" ");
      if (type === "RefundRequested" || type === "RefundRecorded")
        amounts.set(name, centsOf(data, "amountCents"));
      if (id === null) continue;
      const known = inLog.get(id);
      if (type === "RefundIssued" || type === "RefundRecorded") {
        if (known) findings.push({ claim, subject: stream, words: `v${version} has ${id} again` });
        const cents = numberOf(data, "amountCents") ?? amounts.get(name) ?? 0;
        inLog.set(id, { cents, failed: false, stream });
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

export function refundedOnce({ refunds, charges }: Ledger): Finding[] {
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
