/** Writes the payments of the sample history into the ledger as if a card had paid them, so that they can be refunded like any other. */

import type { Sql } from "../../platform/database/database.ts";
import { currencyCode, toProviderAmount } from "../../venue/currency.ts";
import { payableMetadata, refundMetadata } from "../stripe/stripe-reports.ts";
import type { CardDetails } from "./cards.ts";
import { newClientSecret, newId } from "./identifiers.ts";

export interface SamplePayment {
  paymentIntentId: string;
  chargeId: string;
}

const CARD: CardDetails = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 };

/** Records a succeeded downpayment, in cents of the venue's currency. No webhook reports it: the caller records it in the log. */
export async function samplePayment(
  sql: Sql,
  payment: { bookingId: number; reference: string; amountCents: number; at: Date },
): Promise<SamplePayment> {
  const { amountCents, at } = payment;
  const paymentIntentId = newId("pi");
  const chargeId = newId("ch");
  const method = JSON.stringify({ ...CARD, id: newId("pm") });
  const metadata = JSON.stringify(payableMetadata(payment));
  await sql`
    with intent as (
      insert into simulated_stripe.payment_intents (id, client_secret, amount, currency, allow_redirects, metadata,
        status, payment_method, latest_charge, created_at)
      values (${paymentIntentId}, ${newClientSecret(paymentIntentId)}, ${toProviderAmount(amountCents)}, ${currencyCode()}, 'never',
        ${metadata}::text::jsonb, 'succeeded', ${method}::text::jsonb, ${chargeId}, ${at})
    )
    insert into simulated_stripe.charges (id, payment_intent, amount, status, payment_method, created_at)
    values (${chargeId}, ${paymentIntentId}, ${toProviderAmount(amountCents)}, 'succeeded', ${method}::text::jsonb, ${at})`;
  return { paymentIntentId, chargeId };
}

/** Records a refund of a sample payment, in cents; returns the provider's id of the refund. */
export async function sampleRefund(
  sql: Sql,
  refund: {
    paymentIntentId: string;
    name: Parameters<typeof refundMetadata>[0];
    amountCents: number;
    at: Date;
  },
): Promise<string> {
  const id = newId("re");
  const { paymentIntentId, amountCents, at } = refund;
  await sql`
    with charge as (
      update simulated_stripe.charges set amount_refunded = amount_refunded + ${toProviderAmount(amountCents)}
      where payment_intent = ${paymentIntentId} and status = 'succeeded' returning id
    )
    insert into simulated_stripe.refunds (id, charge, payment_intent, amount, metadata, created_at)
    select ${id}, charge.id, ${paymentIntentId}, ${toProviderAmount(amountCents)},
      ${JSON.stringify(refundMetadata(refund.name))}::text::jsonb, ${at}
    from charge`;
  return id;
}
