/** Reads the ledger as Stripe's objects: one by its id, and lists, the newest first, page by page. */
import type Stripe from "stripe";
import type { Sql } from "../../platform/database/database.ts";
import { balanceTransactionObject } from "./balance-transaction-object.ts";
import { type DisputeRow, disputeObject } from "./dispute-object.ts";
import type { Page, PageOfCharges, PageOfEvents, PageOfPayment } from "./parameters.ts";
import {
  type ChargeRow,
  chargeObject,
  type IntentRow,
  intentObject,
  type RefundRow,
  refundObject,
} from "./stripe-objects.ts";
import { noSuch } from "./stripe-refusal.ts";

interface StripeList<T> {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
}

type Table = "payment_intents" | "refunds" | "disputes" | "events";
/** The rows that belong to a payment, by their table. */
type Rows = { refunds: RefundRow; disputes: DisputeRow };

export async function retrieveCharge(sql: Sql, _: object, id: string): Promise<Stripe.Charge> {
  const [charge] = await sql<ChargeRow[]>`select * from simulated_stripe.charges where id = ${id}`;
  if (!charge) throw noSuch("charge", id, "id");
  const [intent] = await sql<[IntentRow]>`
    select * from simulated_stripe.payment_intents where id = ${charge.payment_intent}`;
  return chargeObject(charge, intent);
}

/** Charges have no place in a list of their own; those of one instant follow their ids. `expand` shows what reached the balance. */
export async function listCharges(sql: Sql, page: PageOfCharges): Promise<StripeList<Stripe.Charge>> {
  const { created, starting_after: after, limit, expand } = page;
  const rows = await sql<(ChargeRow & Pick<IntentRow, "currency" | "metadata">)[]>`
    select c.*, i.currency, i.metadata
    from simulated_stripe.charges c join simulated_stripe.payment_intents i on i.id = c.payment_intent
    where ${createdIn(sql, created, sql`c.created_at`)}
      and (${after}::text is null
        or (c.created_at, c.id) < (select created_at, id from simulated_stripe.charges where id = ${after}))
    order by c.created_at desc, c.id desc limit ${limit + 1}`;
  return listOf("charges", page, rows, (row) => {
    const charge = chargeObject(row, row);
    const { balance_transaction: id } = charge;
    if (typeof id !== "string" || !expand?.includes("data.balance_transaction")) return charge;
    return { ...charge, balance_transaction: balanceTransactionObject(id, row, row) };
  });
}

export async function retrieveRefund(sql: Sql, _: object, id: string): Promise<Stripe.Refund> {
  const [row] = await rowsOfPayments(sql, "refunds", sql`id = ${id}`);
  if (!row) throw noSuch("refund", id, "id");
  return refundObject(row, row.currency);
}

export async function retrieveDispute(sql: Sql, _: object, id: string): Promise<Stripe.Dispute> {
  const [row] = await rowsOfPayments(sql, "disputes", sql`id = ${id}`);
  if (!row) throw noSuch("dispute", id, "dispute");
  return disputeObject(row, row.currency);
}

export async function listIntents(sql: Sql, page: Page): Promise<StripeList<Stripe.PaymentIntent>> {
  const rows = await sql<IntentRow[]>`
    select * from simulated_stripe.payment_intents where ${pageOf(sql, "payment_intents", page)}`;
  return listOf("payment_intents", page, rows, intentObject);
}

export async function listRefunds(sql: Sql, page: PageOfPayment): Promise<StripeList<Stripe.Refund>> {
  const rows = await rowsOfPayments(sql, "refunds", pageOfPayment(sql, "refunds", page));
  return listOf("refunds", page, rows, (row) => refundObject(row, row.currency));
}

export async function listDisputes(sql: Sql, page: PageOfPayment): Promise<StripeList<Stripe.Dispute>> {
  const rows = await rowsOfPayments(sql, "disputes", pageOfPayment(sql, "disputes", page));
  return listOf("disputes", page, rows, (row) => disputeObject(row, row.currency));
}

export async function listEvents(sql: Sql, page: PageOfEvents): Promise<StripeList<object>> {
  const { type, types, created } = page;
  const rows = await sql<{ body: object }[]>`
    select body from simulated_stripe.events
    where (${type}::text is null or type = ${type})
      and (${types}::text[] is null or type = any(${types}))
      and ${createdIn(sql, created, sql`created_at`)}
      and ${pageOf(sql, "events", page)}`;
  return listOf("events", page, rows, ({ body }) => body);
}

type Condition = ReturnType<typeof pageOf>;

const createdIn = (sql: Sql, { gte, lt }: PageOfEvents["created"], at: Condition): Condition => sql`
  (${gte ?? null}::float8 is null or ${at} >= to_timestamp(${gte ?? null}))
    and (${lt ?? null}::float8 is null or ${at} < to_timestamp(${lt ?? null}))`;

const rowsOfPayments = <Name extends keyof Rows>(sql: Sql, table: Name, condition: Condition) =>
  sql<(Rows[Name] & { currency: string })[]>`
    select one.*, (select currency from simulated_stripe.payment_intents where id = one.payment_intent) as currency
    from ${sql(`simulated_stripe.${table}`)} one where ${condition}`;

const pageOfPayment = (sql: Sql, table: Table, page: PageOfPayment): Condition => sql`
  (${page.payment_intent}::text is null or payment_intent = ${page.payment_intent})
    and (${page.charge}::text is null or charge = ${page.charge})
    and ${pageOf(sql, table, page)}`;

/** The last condition of a list, with its order. One more row than the page is read; if it exists, there are more pages. */
const pageOf = (sql: Sql, table: Table, { starting_after: after, limit }: Page) => sql`
  (${after}::text is null
    or listed < (select listed from ${sql(`simulated_stripe.${table}`)} where id = ${after}))
  order by listed desc limit ${limit + 1}`;

const listOf = <Row, T>(
  table: Table | "charges",
  { limit }: Pick<Page, "limit">,
  rows: readonly Row[],
  objectOf: (row: Row) => T,
): StripeList<T> => ({
  object: "list",
  url: `/v1/${table}`,
  has_more: rows.length > limit,
  data: rows.slice(0, limit).map(objectOf),
});
