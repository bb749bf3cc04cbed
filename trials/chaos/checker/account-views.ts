/** Checks the read tables of billing accounts: what each owes, and the money of its invoices. In cents. */
import type { Finding } from "./evidence/claims.ts";
import { createDays } from "./evidence/days.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { centsOf, isoOf, textOf } from "./evidence/fields.ts";
import { compareTable, type Row } from "./evidence/tables.ts";
import { accountStates } from "./fold/account-fold.ts";
import { type AccountFold, balanceOf, onCardsOf, openOf, owedBy } from "./fold/account-state.ts";
import { sum } from "./fold/booking-money.ts";

export async function checkAccountViews(evidence: Evidence): Promise<Finding[]> {
  const streams = streamsIn(evidence, "account");
  const accounts = streams.flatMap((events) => accountStates(events).at(-1) ?? []);
  const { dayOf } = createDays(evidence.timeZone);
  return [
    ...(await compareTable(evidence, {
      table: "billing_accounts",
      key: ["account_id"],
      expected: accounts.map(accountRow),
    })),
    ...(await compareTable(evidence, {
      table: "invoice_takings",
      key: ["account_id", "version"],
      expected: streams.flatMap((events) => takingsRows(events, dayOf)),
    })),
  ];
}

function accountRow(account: AccountFold): Row {
  const unbilled = [...account.visits.values()]
    .map((visit) => ({ day: visit.day, cents: owedBy(visit) - visit.billedCents }))
    .filter(({ cents }) => cents > 0);
  const invoices = [...account.invoices];
  const unpaid = invoices.filter(([, invoice]) => balanceOf(invoice) > 0);
  return {
    account_id: account.id,
    version: account.version,
    person_id: account.personId,
    credit_limit_cents: account.creditLimitCents,
    payment_days: account.paymentDays,
    self_booking: account.selfBooking,
    suspended: account.suspended,
    open_cents: openOf(account),
    uninvoiced_cents: sum(unbilled.map(({ cents }) => cents)),
    uninvoiced_from: unbilled.map(({ day }) => day).sort()[0] ?? null,
    unpaid_numbers: unpaid.map(([number]) => number),
    unpaid_due_on: unpaid.map(([, { dueOn }]) => dueOn),
    unpaid_cents: unpaid.map(([, invoice]) => balanceOf(invoice)),
    unpaid_reminded: unpaid.map(([, { reminded }]) => reminded),
    open_intents: invoices.flatMap(([, { asked, captured }]) =>
      asked.filter((intent) => !captured.has(intent)),
    ),
    refunds_under_way: invoices.flatMap(([number, { refunds }]) =>
      [...refunds].flatMap(([name, { state }]) => (state === "under-way" ? [`${number}/${name}`] : [])),
    ),
    created_at: isoOf(account.begunAt),
    updated_at: isoOf(account.changedAt),
  };
}

function takingsRows(events: readonly LogEvent[], dayOf: (at: number) => string): Row[] {
  const states = accountStates(events);
  return events.flatMap((event, i): Row[] => {
    const invoice = textOf(event.data, "invoice") ?? "";
    const [method, cents] = movedBy(event, (state) => onCards(state, invoice), [states[i - 1], states[i]]);
    if (cents === 0) return [];
    const { id, version, occurredAt } = event;
    return [{ account_id: id, version, invoice, day: dayOf(occurredAt), method, cents }];
  });
}

function onCards(state: AccountFold | undefined, number: string): number {
  const invoice = state?.invoices.get(number);
  return invoice ? onCardsOf(invoice) : 0;
}

/** The method by which an event moved money, and how many cents came in. */
function movedBy(
  { type, data }: LogEvent,
  cardsOf: (state: AccountFold | undefined) => number,
  [before, after]: readonly [AccountFold | undefined, AccountFold | undefined],
): readonly [string, number] {
  const cents = centsOf(data, "amountCents");
  if (type === "InvoiceMoneyReceived") return [textOf(data, "method") ?? "", cents];
  if (type === "InvoiceMoneyReturned") return [textOf(data, "method") ?? "", -cents];
  return ["card", cardsOf(after) - cardsOf(before)];
}
