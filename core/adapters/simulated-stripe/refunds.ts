/** Handles the refunds of the ledger: together they never exceed the amount of their charge. */

import type Stripe from "stripe";
import { fromProviderAmount } from "../../venue/currency.ts";
import { isChargedBack } from "./disputes.ts";
import { newId } from "./identifiers.ts";
import { type Ledger, lockIntent, recordEvent } from "./ledger.ts";
import type { CreateRefund } from "./parameters.ts";
import {
  type ChargeRow,
  chargeObject,
  type IntentRow,
  type RefundRow,
  refundObject,
} from "./stripe-objects.ts";
import { invalidRequest, noSuch, StripeRefusal } from "./stripe-refusal.ts";

/** Refunds an amount in cents, or without an amount all that is left of the charge. */
export async function createRefund(ledger: Ledger, params: CreateRefund): Promise<Stripe.Refund> {
  const intent = await lockIntent(ledger, await intentOf(ledger, params));
  const charge = await succeededCharge(ledger, intent);
  if (await isChargedBack(ledger, charge)) {
    throw new StripeRefusal(400, {
      type: "invalid_request_error",
      code: "charge_disputed",
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      charge: charge.id,
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw new StripeRefusal(400, {
      type: "invalid_request_error",
      code: "charge_already_refunded",
      message: `Charge ${charge.id} has already been refunded.`,
      charge: charge.id,
    });
  }
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${amountText(amount, intent.currency)}) is greater than unrefunded amount on charge (${amountText(left, intent.currency)})`,
      { param: "amount" },
    );
  }
  const [refunded] = await ledger.tx<[ChargeRow]>`
    update simulated_stripe.charges set amount_refunded = amount_refunded + ${amount}
    where id = ${charge.id} returning *`;
  const [row] = await ledger.tx<[RefundRow]>`
    insert into simulated_stripe.refunds (id, charge, payment_intent, amount, metadata, reason, created_at)
    values (${newId("re")}, ${charge.id}, ${intent.id}, ${amount},
      ${JSON.stringify(params.metadata)}::text::jsonb, ${params.reason ?? null}, ${ledger.now})
    returning *`;
  const refund = refundObject(row, intent.currency);
  await recordEvent(ledger, "refund.created", refund);
  await recordEvent(ledger, "charge.refunded", chargeObject(refunded, intent));
  if (charge.refunds_fail) await failRefund(ledger, row, intent.currency);
  return refund;
}

/** The bank accepts no refund for this card: the refund was answered as issued, and its failure is reported later. */
async function failRefund(ledger: Ledger, refund: RefundRow, currency: string): Promise<void> {
  await ledger.tx`
    update simulated_stripe.charges set amount_refunded = amount_refunded - ${refund.amount} where id = ${refund.charge}`;
  const [failed] = await ledger.tx<[RefundRow]>`
    update simulated_stripe.refunds set status = 'failed', failure_reason = 'expired_or_canceled_card'
    where id = ${refund.id} returning *`;
  await recordEvent(ledger, "refund.failed", refundObject(failed, currency));
}

async function intentOf(ledger: Ledger, params: CreateRefund): Promise<string> {
  if (params.payment_intent !== undefined) return params.payment_intent;
  if (params.charge === undefined) {
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const [charge] = await ledger.tx<{ payment_intent: string }[]>`
    select payment_intent from simulated_stripe.charges where id = ${params.charge}`;
  if (!charge) throw noSuch("charge", params.charge, "charge");
  return charge.payment_intent;
}

async function succeededCharge(ledger: Ledger, intent: IntentRow): Promise<ChargeRow> {
  const [charge] = await ledger.tx<ChargeRow[]>`
    select * from simulated_stripe.charges where payment_intent = ${intent.id} and status = 'succeeded'`;
  if (charge) return charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
}

function amountText(units: number, currency: string): string {
  return `${(fromProviderAmount(units, currency) / 100).toFixed(2)} ${currency}`;
}
