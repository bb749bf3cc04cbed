/** The shape of Stripe's refusals: an HTTP status and an error body with codes that its SDK and its documentation know. */
import type Stripe from "stripe";

export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

export type RefusalStatus = 400 | 401 | 402 | 404 | 409 | 500;

/** A request that is refused and leaves no trace in the ledger: it is thrown, so that its transaction rolls back. */
export class StripeRefusal extends Error {
  override readonly name = "StripeRefusal";
  readonly status: RefusalStatus;
  readonly body: StripeErrorBody;

  constructor(status: RefusalStatus, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` }
      : body;
  }
}

/** A request that asks for something the state or the parameters do not allow. */
export function invalidRequest(message: string, details: { code?: string; param?: string } = {}) {
  return new StripeRefusal(400, { type: "invalid_request_error", message, ...details });
}

export function noSuch(object: string, id: string, param: string) {
  return new StripeRefusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${object}: '${id}'`,
    param,
  });
}

export function unrecognizedUrl(method: string, path: string) {
  return new StripeRefusal(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). The simulated Stripe has only the calls that this product needs.`,
  });
}
