/** Serves the lists that a ledger check reads: intents, refunds, disputes and events, the newest first, page by page. */
import type Stripe from "stripe";
import type { Sql } from "../../platform/database.ts";
import { type DisputeRow, disputeObject } from "./dispute-object.ts";
import type { Page, PageOfEvents, PageOfPayment } from "./parameters.ts";
import { type IntentRow, intentObject, type RefundRow, refundObject } from "./stripe-objects.ts";

interface StripeList<T> {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
}

export async function listIntents(sql: Sql, page: Page): Promise<StripeList<Stripe.PaymentIntent>> {
  const { starting_after: after } = page;
  const rows = await sql<IntentRow[]>`
    select * from simulated_stripe.payment_intents
    where ${after}::text is null
      or listed < (select listed from simulated_stripe.payment_intents where id = ${after})
    order by listed desc limit ${page.limit + 1}`;
  return onePage("/v1/payment_intents", page, rows.map(intentObject));
}

export async function listRefunds(sql: Sql, page: PageOfPayment): Promise<StripeList<Stripe.Refund>> {
  const { starting_after: after, payment_intent: intent, charge } = page;
  const rows = await sql<(RefundRow & { currency: string })[]>`
    select r.*, i.currency from simulated_stripe.refunds r
    join simulated_stripe.payment_intents i on i.id = r.payment_intent
    where (${intent}::text is null or r.payment_intent = ${intent})
      and (${charge}::text is null or r.charge = ${charge})
      and (${after}::text is null or r.listed < (select listed from simulated_stripe.refunds where id = ${after}))
    order by r.listed desc limit ${page.limit + 1}`;
  return onePage(
    "/v1/refunds",
    page,
    rows.map((row) => refundObject(row, row.currency)),
  );
}

export async function listDisputes(sql: Sql, page: PageOfPayment): Promise<StripeList<Stripe.Dispute>> {
  const { starting_after: after, payment_intent: intent, charge } = page;
  const rows = await sql<(DisputeRow & { currency: string })[]>`
    select d.*, i.currency from simulated_stripe.disputes d
    join simulated_stripe.payment_intents i on i.id = d.payment_intent
    where (${intent}::text is null or d.payment_intent = ${intent})
      and (${charge}::text is null or d.charge = ${charge})
      and (${after}::text is null or d.listed < (select listed from simulated_stripe.disputes where id = ${after}))
    order by d.listed desc limit ${page.limit + 1}`;
  return onePage(
    "/v1/disputes",
    page,
    rows.map((row) => disputeObject(row, row.currency)),
  );
}

export async function listEvents(sql: Sql, page: PageOfEvents): Promise<StripeList<object>> {
  const { starting_after: after, type, types, created } = page;
  const rows = await sql<{ body: object }[]>`
    select body from simulated_stripe.events
    where (${type}::text is null or type = ${type})
      and (${types}::text[] is null or type = any(${types}))
      and (${created.gte ?? null}::float8 is null or created_at >= to_timestamp(${created.gte ?? null}))
      and (${created.lt ?? null}::float8 is null or created_at < to_timestamp(${created.lt ?? null}))
      and (${after}::text is null or listed < (select listed from simulated_stripe.events where id = ${after}))
    order by listed desc limit ${page.limit + 1}`;
  return onePage(
    "/v1/events",
    page,
    rows.map((row) => row.body),
  );
}

/** One more row than the page is read; if it exists, there are more pages. */
function onePage<T>(url: string, page: Page, found: T[]): StripeList<T> {
  return { object: "list", url, has_more: found.length > page.limit, data: found.slice(0, page.limit) };
}
