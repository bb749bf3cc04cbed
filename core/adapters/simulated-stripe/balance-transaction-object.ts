/** Writes what a charge brought to the venue's balance, less the fee; the SDK's own type ensures every field of the pinned API version. */
import type Stripe from "stripe";
import { toProviderAmount } from "../../venue/currency.ts";
import { type ChargeRow, type IntentRow, unixSeconds } from "./stripe-objects.ts";

/** What Stripe asks in many countries for a card: 2.9 percent and 30 cents. */
const FEE_SHARE = 0.029;
const FEE_CENTS = 30;

export function balanceTransactionObject(
  id: string,
  charge: ChargeRow,
  { currency }: Pick<IntentRow, "currency">,
): Stripe.BalanceTransaction {
  const fee = Math.round(charge.amount * FEE_SHARE + toProviderAmount(FEE_CENTS, currency));
  return {
    id,
    object: "balance_transaction",
    amount: charge.amount,
    available_on: unixSeconds(charge.created_at),
    balance_type: "payments",
    created: unixSeconds(charge.created_at),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: "Stripe processing fees", type: "stripe_fee" },
    ],
    net: charge.amount - fee,
    reporting_category: "charge",
    source: charge.id,
    status: "available",
    type: "charge",
  };
}
