/** Checks invoices and credit notes by the log alone: their numbers, and that a visit is on invoices for what it owes. In cents. */
import type { Finding } from "./evidence/claims.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { type Fields, numberOf, textOf } from "./evidence/fields.ts";
import { linesOf } from "./fold/account-fold.ts";
import { balanceOf, leftOnCard, owedBy } from "./fold/account-state.ts";
import type { AccountChange } from "./fold/accounts-replay.ts";
import { inCents, sum } from "./fold/booking-money.ts";

const NAMED_BY: Readonly<Record<string, string>> = {
  InvoiceIssued: "InvoiceAdded",
  CreditNoteIssued: "InvoiceCredited",
};

/** The number of a document is its version in the stream of its year; its account names it once, in the same transaction, with the same lines. */
export function checkNumbers(evidence: Evidence): Finding[] {
  const claim = "accounts.numbers";
  const findings: Finding[] = [];
  const named = new Map<string, LogEvent>();
  for (const event of streamsIn(evidence, "account").flat()) {
    if (!Object.values(NAMED_BY).includes(event.type)) continue;
    const number = textOf(event.data, "number") ?? "";
    const other = named.get(number);
    if (other)
      findings.push({
        claim,
        subject: number,
        words: `is named by ${textAt(other)} and by ${textAt(event)}`,
      });
    named.set(number, event);
  }
  for (const event of streamsIn(evidence, "invoices").flat()) {
    const number = `${event.id}-${String(event.version).padStart(4, "0")}`;
    const own = named.get(number);
    named.delete(number);
    const words = own ? difference(event, own) : "is named by no account";
    if (words !== null) findings.push({ claim, subject: number, words });
  }
  for (const [number, event] of named) {
    findings.push({
      claim,
      subject: number,
      words: `is named by ${textAt(event)}, and there is no such document`,
    });
  }
  return findings;
}

const textAt = ({ stream, version }: LogEvent): string => `${stream} v${version}`;

/** How a document differs from what its account says of it; null if it does not. */
function difference(document: LogEvent, own: LogEvent): string | null {
  const of = ({ data }: { data: Fields }) => [
    textOf(data, "dueOn"),
    textOf(data, "invoice"),
    ...linesOf(data).map(({ bookingId, cents }) => `booking-${bookingId} ${inCents(cents)}`),
  ];
  const isSame =
    NAMED_BY[document.type] === own.type &&
    numberOf(document.data, "accountId") === own.id &&
    document.xid === own.xid &&
    document.epoch === own.epoch &&
    of(document).join() === of(own).join();
  if (!isSame) return `is not what ${textAt(own)} names`;
  return textOf(document.data, "issuedOn")?.startsWith(`${document.id}-`)
    ? null
    : `was issued on ${textOf(document.data, "issuedOn")}`;
}

/** Visits are on invoices for what they owe, credit notes leave no line below zero, and cards are refunded at once what they paid too much. */
export const billing = (change: AccountChange): Finding[] => [...visits(change), ...money(change)];

function visits({ own, after }: AccountChange): Finding[] {
  const [first] = own;
  if (!first) return [];
  const found = (words: string): Finding => ({ claim: "accounts.invoiced", subject: textAt(first), words });
  /** Those that an invoice or a rule has just brought to what they owe. */
  const exact = new Set(
    own
      .filter(
        ({ type, data }) => type === "InvoiceAdded" || (type === "InvoiceCredited" && data.forgiven !== true),
      )
      .flatMap(({ data }) => linesOf(data).map(({ bookingId }) => bookingId)),
  );
  return [
    ...[...after.visits].flatMap(([id, visit]) => {
      const { billedCents } = visit;
      const owed = owedBy(visit);
      const isRight = billedCents >= 0 && (exact.has(id) ? billedCents === owed : billedCents <= owed);
      if (isRight) return [];
      return [found(`booking-${id} is on invoices for ${inCents(billedCents)}, and owes ${inCents(owed)}`)];
    }),
    ...[...after.invoices].flatMap(([number, { lines, totalCents, creditedCents }]) => {
      const left = [...lines.values()];
      if (left.every((cents) => cents >= 0) && sum(left) === totalCents - creditedCents) return [];
      return [found(`${number} of ${inCents(totalCents)} was credited ${inCents(creditedCents)}`)];
    }),
  ];
}

/** Staff record no more than is due; a card that pays more, or has paid more than is left after a credit note, is refunded in the same append. */
function money({ own, after }: AccountChange): Finding[] {
  return own.flatMap((event): Finding[] => {
    if (!["InvoiceMoneyReceived", "InvoicePaymentReceived", "InvoiceCredited"].includes(event.type))
      return [];
    const number = textOf(event.data, "invoice") ?? "";
    const invoice = after.invoices.get(number);
    if (!invoice) return [{ claim: "money.owed", subject: textAt(event), words: `${number} is unknown` }];
    const over = -balanceOf(invoice);
    if (over <= 0) return [];
    const cards = sum([...invoice.captured.keys()].map((intent) => leftOnCard(invoice, intent)));
    if (event.type !== "InvoiceMoneyReceived" && cards === 0) return [];
    const words = `${number} has ${inCents(over)} too much, and ${inCents(cards)} can be refunded to cards`;
    return [{ claim: "money.owed", subject: textAt(event), words }];
  });
}
