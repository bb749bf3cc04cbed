/** Asks our API whether a payment can be made, and whether it was made. */
import type { PaymentIntentOpened } from "../../../../bff/contract/booking.ts";
import { createPaymentIntent } from "../../api/bookings.ts";
import type { Person } from "./card-form.ts";
import type { Payable } from "./payable.ts";
import { isTemporary, refusalOf } from "./payment-failure.ts";
import { markAsked, rememberedIntent, rememberIntent } from "./returned-intent.ts";

/** A payment to be made; `amount` is dollars as on the wire. */
export interface PaymentDetails<Recorded> {
  payable: Payable<Recorded>;
  amount: string;
  person: Person;
}

/** How a payment ended, after which nothing is left to pay here. */
export type SettledPayment<Recorded> =
  | { kind: "paid"; result: Recorded }
  /**
   * The hold has ended, what was to be paid is over, it was paid elsewhere, or another amount is due by now: of an invoice, whose money and
   * credit notes change it. `message` is the server's.
   */
  | { kind: "closed"; reason: "expired" | "over" | "paid" | "changed"; message: string };

export type PaymentOutcome<Recorded> =
  | SettledPayment<Recorded>
  /** Nothing was received; another card can be tried. */
  | { kind: "unpaid"; message: string | null };

export type OpenedPayment<Recorded> =
  | SettledPayment<Recorded>
  /** `notice`: the outcome of a payment whose answer this page did not get. */
  | { kind: "open"; intent: PaymentIntentOpened; notice: string | null };

/**
 * Lets the API record the money if the provider has it. It can be called any number of times.
 *
 * @throws the error of the call if the outcome is not known; call again then.
 */
export async function recordPayment<Recorded>(
  payable: Payable<Recorded>,
  paymentIntentId: string,
): Promise<PaymentOutcome<Recorded>> {
  try {
    return { kind: "paid", result: await payable.record(paymentIntentId) };
  } catch (error) {
    if (isTemporary(error)) throw error;
    const { code, message } = refusalOf(error);
    switch (code) {
      case "PaymentRefunded":
      case "BookingCancelled":
      case "BookingOver":
        return { kind: "closed", reason: "over", message };
      case "HoldExpired":
        return { kind: "closed", reason: "expired", message };
      default:
        return { kind: "unpaid", message };
    }
  }
}

/** Codes that mean that nothing is left to pay by card; after any other code the payment can be tried again. */
const OVER = [
  "BookingCancelled",
  "BookingOver",
  "NothingDue",
  "NothingToPayByCard",
  "PaymentRefunded",
  "TooLittleForCard",
];

/** Whether the answer about an earlier intent ends this payment. */
const isFinal = <Recorded>(
  settled: PaymentOutcome<Recorded>,
  payable: Payable<Recorded>,
): settled is SettledPayment<Recorded> =>
  settled.kind === "closed" || (settled.kind === "paid" && payable.isPaidBy(settled.result));

/**
 * Opens the payment intent, or returns the outcome if the payment is already over. An intent whose answer this page did not get (after
 * a redirect, for example) is settled first.
 *
 * @throws RequestError, or the error of `fetch`, if the payment could not be set up.
 */
export async function openPayment<Recorded>(
  { payable, amount, person }: PaymentDetails<Recorded>,
  unanswered: string | null,
): Promise<OpenedPayment<Recorded>> {
  const { id, purpose } = payable;
  const returned = unanswered === null ? null : await recordPayment(payable, unanswered);
  if (returned && isFinal(returned, payable)) return returned;
  markAsked(id, false);
  try {
    const intent = await createPaymentIntent({ ...payable.requestOf(person), amount });
    rememberIntent(id, intent.paymentIntentId);
    return { kind: "open", intent, notice: returned?.kind === "unpaid" ? returned.message : null };
  } catch (error) {
    const { code, message } = refusalOf(error);
    if (code === "HoldExpired") return { kind: "closed", reason: "expired", message };
    if (code !== null && OVER.includes(code)) return { kind: "closed", reason: "over", message };
    if (code === "AmountMismatch" && purpose === "invoice")
      return { kind: "closed", reason: "changed", message };
    if (code !== "AlreadyPaid" && code !== "DownpaymentDue") throw error;
    if (purpose === "balance") return { kind: "closed", reason: "over", message };
    // The payment was recorded before this tab knew it: the receipt can still be fetched.
    const intentId = rememberedIntent(id);
    const settled = intentId === null ? null : await recordPayment(payable, intentId);
    return settled && isFinal(settled, payable) ? settled : { kind: "closed", reason: "paid", message };
  }
}
