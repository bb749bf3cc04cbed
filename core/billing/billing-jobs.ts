/**
 * The jobs of billing accounts: the invoices of the month, and reminders of unpaid ones (decision 266). They keep no state of their own, so that
 * each can run at any time, any number of times and on several machines at once. Venue days.
 */
import { randomUUID } from "node:crypto";
import type { AccountInvoice } from "../booking/billing/account.ts";
import { balanceOf } from "../booking/billing/account-money.ts";
import { add } from "../booking/billing/account-plan.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { readEmails } from "../person/personal-data.ts";
import { addDays, type VenueDay, venueToday } from "../venue/time/venue-time.ts";
import { changeAccount } from "./change-account.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { readDocuments } from "./read-document.ts";

/** Reminders go so many days after the due day. */
export const REMINDER_DAYS = [3, 14] as const;

/** Called for each account that failed; the others go on. */
type OnTrouble = (error: unknown, accountId: number) => void;

const metaOf = (requestId: string): EventMeta => ({ actor: { kind: "system" }, requestId });

/** The last day of the month before. */
export const endOfLastMonth = (today: VenueDay): VenueDay => addDays(`${today.slice(0, 7)}-01`, -1);

/** Invoices what these accounts owe until the end of the last month. One that has nothing to invoice (any more) is left as it is. */
export async function issueMonthlyInvoices(
  core: Core,
  accountIds: readonly number[],
  onTrouble: OnTrouble,
): Promise<void> {
  const until = endOfLastMonth(venueToday(core));
  const meta = metaOf("issue-monthly-invoices");
  for (const id of accountIds) {
    await quietly(id, onTrouble, async () => {
      const outcome = await issueInvoice(core, id, { until, idempotencyKey: null, bodyHash: null }, { meta });
      return outcome.ok || outcome.rejection.code === "NothingToInvoice" ? null : outcome;
    });
  }
}

/** The reminder that is due today, in days after the due day; null if there is none. After an outage over both, only the later one. */
export function reminderDue(
  { dueOn, reminded }: Pick<AccountInvoice, "dueOn" | "reminded">,
  today: VenueDay,
): (typeof REMINDER_DAYS)[number] | null {
  const latest = REMINDER_DAYS.findLast((days) => addDays(dueOn, days) <= today);
  return latest === undefined || reminded.some((days) => days >= latest) ? null : latest;
}

/** Records the reminders that are due of these invoices, which mails them. An invoice whose holder is erased reminds no one. */
export async function remindOfInvoices(
  core: Core,
  invoices: readonly { accountId: number; number: string }[],
  onTrouble: OnTrouble,
): Promise<void> {
  const today = venueToday(core);
  const reachable = await withEmail(core, invoices);
  for (const { accountId, number } of reachable) {
    await quietly(accountId, onTrouble, () =>
      changeAccount(core, accountId, {
        commandId: `remind-of-invoice:${randomUUID()}`,
        meta: metaOf("remind-of-invoices"),
        decide(plan) {
          const invoice = plan.after.invoices[number];
          const daysAfterDue = invoice && balanceOf(invoice) > 0 ? reminderDue(invoice, today) : null;
          if (daysAfterDue !== null) {
            add(plan, { type: "InvoiceReminded", data: { invoice: number, daysAfterDue } });
          }
          return { ok: true, value: null };
        },
      }),
    );
  }
}

async function withEmail<Invoice extends { number: string }>(
  { sql }: Core,
  invoices: readonly Invoice[],
): Promise<Invoice[]> {
  const documents = await readDocuments(
    sql,
    invoices.map(({ number }) => number),
  );
  const personOf = ({ number }: Invoice): string => documents.get(number)?.data.personId ?? "";
  const emails = await readEmails(
    sql,
    [...documents.values()].map(({ data }) => data.personId),
  );
  return invoices.filter((invoice) => emails.has(personOf(invoice)));
}

/** Runs `one`, and reports its refusal or its error. */
async function quietly(
  accountId: number,
  onTrouble: OnTrouble,
  one: () => Promise<Outcome<unknown> | null>,
): Promise<void> {
  try {
    const outcome = await one();
    if (outcome && !outcome.ok) throw new Error(outcome.rejection.detail ?? outcome.rejection.code);
  } catch (error) {
    onTrouble(error, accountId);
  }
}
