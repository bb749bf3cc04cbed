/** Defines and reads the read table `billing_accounts`: what each account owes, for lists and jobs. Integer cents, venue days. */
import { accountStream, type BillingAccount } from "../../core/booking/billing/account.ts";
import { balanceOf, openCents, uninvoicedOf } from "../../core/booking/billing/account-money.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { VenueDay } from "../../core/venue/time/venue-time.ts";
import { viewOf } from "../engine/projection.ts";

const rowOfAccount = (account: BillingAccount) => {
  const uninvoiced = uninvoicedOf(account);
  const unpaid = Object.entries(account.invoices).filter(([, invoice]) => balanceOf(invoice) > 0);
  return {
    person_id: account.personId,
    credit_limit_cents: account.creditLimitCents,
    payment_days: account.paymentDays,
    self_booking: account.selfBooking,
    suspended: account.suspended,
    open_cents: openCents(account),
    uninvoiced_cents: uninvoiced.cents,
    uninvoiced_from: uninvoiced.from,
    unpaid_numbers: unpaid.map(([number]) => number),
    unpaid_due_on: unpaid.map(([, { dueOn }]) => dueOn),
    unpaid_cents: unpaid.map(([, invoice]) => balanceOf(invoice)),
    unpaid_reminded: unpaid.map(([, { reminded }]) => reminded.at(-1) ?? 0),
    // Of paid ones too: a card may pay what a transfer has paid already.
    open_intents: Object.values(account.invoices).flatMap(({ asked, captured }) =>
      Object.keys(asked).filter((id) => captured[id] === undefined),
    ),
    refunds_under_way: Object.entries(account.invoices).flatMap(([number, { refunds }]) =>
      Object.entries(refunds).flatMap(([refundId, { state }]) =>
        state === "under-way" ? [`${number}/${refundId}`] : [],
      ),
    ),
  };
};

export const accountView = viewOf({
  table: "billing_accounts",
  stream: accountStream,
  keyColumn: "account_id",
  rowOf: ({ id, after, event, begunAt }) =>
    after.exists
      ? {
          account_id: id,
          version: event.version,
          ...rowOfAccount(after),
          created_at: begunAt.toISOString(),
          updated_at: event.occurredAt.toISOString(),
        }
      : null,
});

/** An account with its holder, as lists show it; the holder's fields are null once erased. */
export interface AccountRow {
  accountId: number;
  name: string | null;
  email: string | null;
  address: string | null;
  creditLimitCents: number;
  paymentDays: number;
  selfBooking: boolean;
  suspended: boolean;
  openCents: number;
  uninvoicedCents: number;
  overdueCents: number;
  createdAt: Date;
}

/** All accounts, or those with an email (in any case), by name. */
export const readAccounts = (
  sql: Sql,
  { today, email = null }: { today: VenueDay; email?: string | null },
): Promise<AccountRow[]> => sql<AccountRow[]>`
  select account_id as "accountId", p.first_name as name, p.email, p.free_text as address,
    credit_limit_cents as "creditLimitCents", payment_days as "paymentDays", self_booking as "selfBooking", suspended,
    open_cents as "openCents", uninvoiced_cents as "uninvoicedCents", created_at as "createdAt",
    coalesce((select sum(cents) from unnest(unpaid_due_on, unpaid_cents) as unpaid (due_on, cents) where due_on < ${today}), 0)::bigint
      as "overdueCents"
  from billing_accounts a left join personal_data p on p.id = a.person_id
  where ${email}::text is null or lower(p.email) = lower(${email})
  order by lower(p.first_name) nulls last, account_id`;

/** Accounts with a visit until that day that is on no invoice yet, by number. */
export async function accountsToInvoice(sql: Sql, until: VenueDay): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select account_id as id from billing_accounts where uninvoiced_from <= ${until} order by account_id`;
  return rows.map(({ id }) => id);
}

/** Unpaid invoices with the last reminder that was mailed, in days after the due day; those that were due on that day or earlier. */
export const invoicesToRemind = (
  sql: Sql,
  dueUntil: VenueDay,
): Promise<{ accountId: number; number: string; dueOn: VenueDay; reminded: number }[]> => sql`
  select account_id as "accountId", number, due_on::text as "dueOn", reminded
  from billing_accounts, unnest(unpaid_numbers, unpaid_due_on, unpaid_reminded) as unpaid (number, due_on, reminded)
  where due_on <= ${dueUntil} order by account_id, number`;

/** Accounts with an intent for an unpaid invoice that may have been paid without our knowing, by number. */
export const accountsWithOpenIntent = (
  sql: Sql,
  { since, after, limit }: { since: Date; after: number; limit: number },
): Promise<{ accountId: number }[]> => sql<{ accountId: number }[]>`
  select account_id as "accountId" from billing_accounts
  where cardinality(open_intents) > 0 and updated_at > ${since} and account_id > ${after}
  order by account_id limit ${limit}`;

/** Refunds of invoices that the provider has not answered, those that were requested before an instant; the oldest first. */
export const invoiceRefundsUnderWay = (
  sql: Sql,
  askedBefore: Date,
): Promise<{ accountId: number; invoice: string; refundId: string; askedAt: Date }[]> => sql`
  select account_id as "accountId", e.data ->> 'invoice' as invoice, e.data ->> 'refundId' as "refundId", e.occurred_at as "askedAt"
  from billing_accounts a
  join events e on e.stream = 'account-' || a.account_id and e.type = 'InvoiceRefundRequested'
    and (e.data ->> 'invoice') || '/' || (e.data ->> 'refundId') = any(a.refunds_under_way)
  where cardinality(a.refunds_under_way) > 0 and e.occurred_at < ${askedBefore}
  order by e.occurred_at`;
