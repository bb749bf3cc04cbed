/** Writes the ledger's rows as Stripe's objects; the SDK's own types ensure every field of the pinned API version. */
import type Stripe from "stripe";
import type { CardDetails } from "./cards.ts";

/** A card as it was presented for one attempt. */
export interface StoredPaymentMethod extends CardDetails {
  id: string;
}

export interface IntentRow {
  id: string;
  client_secret: string;
  amount: number;
  currency: string;
  allow_redirects: "always" | "never";
  metadata: Record<string, string>;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  payment_method: StoredPaymentMethod | null;
  last_payment_error: Stripe.PaymentIntent.LastPaymentError | null;
  latest_charge: string | null;
  created_at: Date;
  canceled_at: Date | null;
  cancellation_reason: string | null;
}

export interface ChargeRow {
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  status: "succeeded" | "failed";
  payment_method: StoredPaymentMethod;
  failure: { code: string; message: string } | null;
  disputed: boolean;
  refunds_fail: boolean;
  created_at: Date;
}

export interface RefundRow {
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  metadata: Record<string, string>;
  reason: string | null;
  status: "succeeded" | "failed";
  failure_reason: string | null;
  created_at: Date;
}

/** What intents and charges of this product never have. */
const NOTHING_ELSE = {
  application: null,
  application_fee_amount: null,
  customer: null,
  description: null,
  on_behalf_of: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  livemode: false,
} as const;

export function intentObject(row: IntentRow): Stripe.PaymentIntent {
  return {
    ...NOTHING_ELSE,
    id: row.id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: row.amount,
    amount_capturable: 0,
    amount_received: row.status === "succeeded" ? row.amount : 0,
    automatic_payment_methods: { enabled: true, allow_redirects: row.allow_redirects },
    canceled_at: row.canceled_at ? unixSeconds(row.canceled_at) : null,
    cancellation_reason: row.cancellation_reason,
    capture_method: "automatic_async",
    client_secret: row.client_secret,
    confirmation_method: "automatic",
    created: unixSeconds(row.created_at),
    currency: row.currency,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: row.last_payment_error,
    latest_charge: row.latest_charge,
    managed_payments: null,
    metadata: row.metadata,
    next_action:
      row.status === "requires_action"
        ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "simulated_authentication" } }
        : null,
    payment_method: row.payment_method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    setup_future_usage: null,
    status: row.status,
  };
}

/** What Stripe shows of an intent to a browser that has its client secret. */
export type PublicIntent = Omit<Stripe.PaymentIntent, "metadata" | "latest_charge" | "amount_received">;

/** The subset for a browser: the account's metadata, charges and receipts stay with the account. */
export function publicIntent(intent: Stripe.PaymentIntent): PublicIntent {
  const { metadata: _metadata, latest_charge: _charge, amount_received: _received, ...shown } = intent;
  return shown;
}

export function paymentMethodObject(method: StoredPaymentMethod, at: Date): Stripe.PaymentMethod {
  return {
    id: method.id,
    object: "payment_method",
    billing_details: NO_BILLING_DETAILS,
    card: {
      ...cardFields(method),
      display_brand: method.brand,
      generated_from: null,
      networks: null,
      three_d_secure_usage: { supported: true },
    },
    created: unixSeconds(at),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

/** What Stripe shows of a charge from its intent. */
type ChargedIntent = Pick<IntentRow, "currency" | "metadata">;

export function chargeObject(row: ChargeRow, intent: ChargedIntent): Stripe.Charge {
  const paid = row.status === "succeeded";
  return {
    ...NOTHING_ELSE,
    id: row.id,
    object: "charge",
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: row.amount_refunded,
    application_fee: null,
    balance_transaction: paid ? row.id.replace(/^ch_/, "txn_") : null,
    billing_details: NO_BILLING_DETAILS,
    calculated_statement_descriptor: null,
    captured: paid,
    created: unixSeconds(row.created_at),
    currency: intent.currency,
    disputed: row.disputed,
    failure_balance_transaction: null,
    failure_code: row.failure?.code ?? null,
    failure_message: row.failure?.message ?? null,
    fraud_details: {},
    metadata: intent.metadata,
    outcome: null,
    paid,
    payment_intent: row.payment_intent,
    payment_method: row.payment_method.id,
    payment_method_details: { type: "card", card: chargedCard(row.payment_method, row.amount) },
    receipt_number: null,
    receipt_url: null,
    refunded: paid && row.amount_refunded === row.amount,
    source_transfer: null,
    status: row.status,
  };
}

export function refundObject(row: RefundRow, currency: string): Stripe.Refund {
  return {
    id: row.id,
    object: "refund",
    amount: row.amount,
    balance_transaction: null,
    charge: row.charge,
    created: unixSeconds(row.created_at),
    currency,
    customer: null,
    customer_account: null,
    ...(row.failure_reason === null ? {} : { failure_reason: row.failure_reason }),
    metadata: row.metadata,
    payment_intent: row.payment_intent,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  };
}

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Billing details are accepted from a form and never stored. */
const NO_BILLING_DETAILS = { address: null, email: null, name: null, phone: null, tax_id: null };

const cardFields = ({ brand, exp_month, exp_year, last4 }: StoredPaymentMethod) => ({
  brand,
  checks: null,
  country: "US",
  exp_month,
  exp_year,
  funding: "credit",
  last4,
  regulated_status: "unregulated" as const,
  wallet: null,
});

const chargedCard = (
  method: StoredPaymentMethod,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card => ({
  ...cardFields(method),
  amount_authorized: amount,
  authorization_code: null,
  electronic_commerce_indicator: null,
  installments: null,
  mandate: null,
  network: method.brand,
  network_transaction_id: null,
  three_d_secure: null,
  transaction_link_id: null,
});
