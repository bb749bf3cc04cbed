/** Handles the payment intents of the ledger: the states of a payment, and the charges that its attempts make. */
import type Stripe from "stripe";
import type { Sql } from "../../platform/database/database.ts";
import { type LaterOutcome, type PresentedCard, readCard, readyMadeCard } from "./cards.ts";
import { openDispute } from "./disputes.ts";
import { isSameSecret, newClientSecret, newId } from "./identifiers.ts";
import { type Ledger, lockIntent, recordEvent } from "./ledger.ts";
import type { ConfirmInBrowser, ConfirmIntent, CreateIntent, PresentedPayment } from "./parameters.ts";
import {
  type IntentRow,
  intentObject,
  paymentMethodObject,
  type StoredPaymentMethod,
} from "./stripe-objects.ts";
import { invalidRequest, noSuch, type StripeErrorBody, StripeRefusal } from "./stripe-refusal.ts";

/** The intent after a request, and why its attempt failed, if it did; a failed attempt is part of the ledger. */
export interface IntentOutcome {
  intent: Stripe.PaymentIntent;
  failure: StripeErrorBody | null;
}

const AUTHENTICATION_FAILED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

export async function createIntent(ledger: Ledger, params: CreateIntent): Promise<IntentOutcome> {
  const allowRedirects = params.automatic_payment_methods?.allow_redirects ?? "always";
  const card = presentedCard(params, ledger.now);
  if (!params.confirm && card) {
    throw invalidRequest(
      "The simulated Stripe accepts a payment method with confirm=true, or at the confirmation.",
      { param: "payment_method" },
    );
  }
  const id = newId("pi");
  const [row] = await ledger.tx<[IntentRow]>`
    insert into simulated_stripe.payment_intents
      (id, client_secret, amount, currency, allow_redirects, metadata, status, created_at)
    values (${id}, ${newClientSecret(id)}, ${params.amount}, ${params.currency}, ${allowRedirects},
      ${JSON.stringify(params.metadata)}::text::jsonb, 'requires_payment_method', ${ledger.now})
    returning *`;
  if (!params.confirm) return { intent: intentObject(row), failure: null };
  requireReturnUrl(row, params.return_url);
  return attempt(ledger, row, requireCard(row, card));
}

/** Confirms with the account's secret key. */
export async function confirmIntent(
  ledger: Ledger,
  params: ConfirmIntent,
  id: string,
): Promise<IntentOutcome> {
  const row = await lockIntent(ledger, id);
  requireReturnUrl(row, params.return_url);
  return confirm(ledger, row, params);
}

/** Confirms, or answers the confirmation step, for the browser that holds the intent's client secret. */
export async function confirmInBrowser(
  ledger: Ledger,
  params: ConfirmInBrowser,
  id: string,
): Promise<IntentOutcome> {
  const row = await lockIntent(ledger, id);
  requireClientSecret(row, params.client_secret);
  if (!params.simulated_authentication) return confirm(ledger, row, params);
  if (row.status !== "requires_action" || !row.payment_method) throw unexpectedState("authenticate", row);
  if (params.simulated_authentication === "succeed") return charge(ledger, row, row.payment_method);
  return fail(ledger, row, null, {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message: AUTHENTICATION_FAILED,
    payment_method: paymentMethodObject(row.payment_method, ledger.now),
  });
}

export async function cancelIntent(
  ledger: Ledger,
  { cancellation_reason = null }: { cancellation_reason?: string | null | undefined },
  id: string,
): Promise<IntentOutcome> {
  const row = await lockIntent(ledger, id);
  if (row.status === "succeeded" || row.status === "canceled") throw unexpectedState("cancel", row);
  const intent = await update(ledger, id, {
    status: "canceled",
    canceled_at: ledger.now,
    cancellation_reason,
  });
  await recordEvent(ledger, "payment_intent.canceled", intent);
  return { intent, failure: null };
}

/** The intent with this id; with a client secret, only if the secret is the intent's own. Throws Stripe's 404 or 400. */
export async function retrieveIntent(
  sql: Sql,
  { client_secret }: { client_secret?: string },
  id: string,
): Promise<Stripe.PaymentIntent> {
  const [row] = await sql<IntentRow[]>`select * from simulated_stripe.payment_intents where id = ${id}`;
  if (!row) throw noSuch("payment_intent", id, "intent");
  if (client_secret !== undefined) requireClientSecret(row, client_secret);
  return intentObject(row);
}

/** The customer may present another card while a confirmation step is open, for example after closing it. */
function confirm(ledger: Ledger, row: IntentRow, params: PresentedPayment): Promise<IntentOutcome> {
  if (row.status === "succeeded" || row.status === "canceled") throw unexpectedState("confirm", row);
  return attempt(ledger, row, requireCard(row, presentedCard(params, ledger.now)));
}

async function attempt(ledger: Ledger, row: IntentRow, card: PresentedCard): Promise<IntentOutcome> {
  const method: StoredPaymentMethod = { id: newId("pm"), ...card.details };
  switch (card.answer.kind) {
    case "approved":
      return charge(ledger, row, method, card.answer.then);
    case "authentication_required": {
      const waiting = {
        status: "requires_action",
        payment_method: method,
        last_payment_error: null,
      } as const;
      return { intent: await update(ledger, row.id, waiting), failure: null };
    }
    case "declined": {
      const { code, declineCode, message } = card.answer;
      const chargeId = await insertCharge(ledger, row, method, { code, message });
      return fail(ledger, row, chargeId, {
        type: "card_error",
        code,
        decline_code: declineCode,
        message,
        charge: chargeId,
        payment_method: paymentMethodObject(method, ledger.now),
      });
    }
  }
}

async function charge(
  ledger: Ledger,
  row: IntentRow,
  method: StoredPaymentMethod,
  then: LaterOutcome | null = null,
): Promise<IntentOutcome> {
  const chargeId = await insertCharge(ledger, row, method, null, then === "refunds-fail");
  const intent = await update(ledger, row.id, {
    status: "succeeded",
    latest_charge: chargeId,
    last_payment_error: null,
    payment_method: method,
  });
  await recordEvent(ledger, "payment_intent.succeeded", intent);
  if (then === "dispute" || then === "inquiry") await openDispute(ledger, row, chargeId, then);
  return { intent, failure: null };
}

async function fail(
  ledger: Ledger,
  row: IntentRow,
  chargeId: string | null,
  error: StripeErrorBody & Stripe.PaymentIntent.LastPaymentError,
): Promise<IntentOutcome> {
  const intent = await update(ledger, row.id, {
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: chargeId ?? row.latest_charge,
    last_payment_error: error,
  });
  await recordEvent(ledger, "payment_intent.payment_failed", intent);
  return { intent, failure: { ...error, payment_intent: intent } };
}

async function update(
  { tx }: Ledger,
  id: string,
  changes: Partial<IntentRow>,
): Promise<Stripe.PaymentIntent> {
  const isJson = (value: unknown) => typeof value === "object" && value !== null && !(value instanceof Date);
  const values = Object.entries(changes).map(([column, value]) => [
    column,
    isJson(value) ? tx.json(value as never) : value,
  ]);
  const [row] = await tx<[IntentRow]>`
    update simulated_stripe.payment_intents set ${tx(Object.fromEntries(values))} where id = ${id} returning *`;
  return intentObject(row);
}

async function insertCharge(
  ledger: Ledger,
  row: IntentRow,
  method: StoredPaymentMethod,
  failure: { code: string; message: string } | null,
  refundsFail = false,
): Promise<string> {
  const id = newId("ch");
  await ledger.tx`
    insert into simulated_stripe.charges (id, payment_intent, amount, status, payment_method, failure, refunds_fail, created_at)
    values (${id}, ${row.id}, ${row.amount}, ${failure ? "failed" : "succeeded"},
      ${JSON.stringify(method)}::text::jsonb, ${failure ? JSON.stringify(failure) : null}::text::jsonb,
      ${refundsFail}, ${ledger.now})`;
  return id;
}

function presentedCard(params: PresentedPayment, now: Date): PresentedCard | null {
  const { payment_method: id, payment_method_data: data } = params;
  if (id !== undefined) {
    const card = readyMadeCard("pm_card_", id, now);
    if (!card) throw noSuch("PaymentMethod", id, "payment_method");
    return card;
  }
  if (!data) return null;
  const { token, number, exp_month = "", exp_year = "", cvc } = data.card;
  if (token !== undefined) {
    const card = readyMadeCard("tok_", token, now);
    if (!card) throw noSuch("token", token, "payment_method_data[card][token]");
    return card;
  }
  const param = "payment_method_data[card][number]";
  if (number === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return readCard({ number, exp_month, exp_year, cvc }, now);
}

function requireCard(row: IntentRow, card: PresentedCard | null): PresentedCard {
  if (card) return card;
  throw new StripeRefusal(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: "You cannot confirm this PaymentIntent because it's missing a payment method.",
    payment_intent: intentObject(row),
  });
}

/** As at Stripe: if a method could send the customer to another site, the account must name the page to return to. */
function requireReturnUrl(row: IntentRow, returnUrl: string | undefined): void {
  if (row.allow_redirects === "never" || returnUrl) return;
  throw invalidRequest(
    "This PaymentIntent accepts payment methods that might redirect your customer off of your page, you must provide a `return_url`. To refuse them, set automatic_payment_methods[allow_redirects]=never when creating it.",
    { code: "parameter_missing", param: "return_url" },
  );
}

function requireClientSecret(row: IntentRow, clientSecret: string): void {
  if (isSameSecret(clientSecret, row.client_secret)) return;
  throw invalidRequest("The client_secret provided does not match the client_secret of this PaymentIntent.", {
    code: "payment_intent_invalid_parameter",
    param: "client_secret",
  });
}

function unexpectedState(verb: "authenticate" | "cancel" | "confirm", row: IntentRow): StripeRefusal {
  return new StripeRefusal(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${row.status}.`,
    payment_intent: intentObject(row),
  });
}
