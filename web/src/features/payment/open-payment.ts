/** Asks our API whether a payment can be made, and whether it was made. */
import type { PaymentIntentOpened, PaymentRecorded } from "../../../../bff/contract/booking.ts";
import { confirmPayment, createPaymentIntent } from "../../api/bookings.ts";
import { confirmSeriesPayment } from "../../api/series.ts";
import type { Person } from "./card-form.ts";
import { isTemporary, refusalOf } from "./payment-failure.ts";
import { markAsked, rememberedIntent, rememberIntent } from "./returned-intent.ts";

/** A payment to be made; `amount` is dollars as on the wire. */
export interface PaymentDetails {
  bookingId: number;
  /** Set if the downpayments of all dates of the series are paid, of which the booking is one. */
  seriesId?: number | undefined;
  purpose: "downpayment" | "balance";
  amount: string;
  person: Person;
  /** The guest link's token, if that gives access. */
  token?: string | undefined;
}

export type PaymentOutcome =
  | { kind: "paid"; result: PaymentRecorded }
  /** Nothing was received; another card can be tried while the hold runs. */
  | { kind: "unpaid"; message: string | null }
  /** Nothing is left to pay: the hold has ended, the booking is over, or it was paid elsewhere. `message` is the server's. */
  | { kind: "closed"; reason: "expired" | "over" | "paid"; message: string };

export type OpenedPayment =
  | Exclude<PaymentOutcome, { kind: "unpaid" }>
  /** `notice`: the outcome of a payment whose answer this page did not get. */
  | { kind: "open"; intent: PaymentIntentOpened; notice: string | null };

/**
 * Lets the API record the money if the provider has it. It can be called any number of times.
 *
 * @throws the error of the call if the outcome is not known; call again then.
 */
export async function recordPayment(
  { bookingId, seriesId }: Pick<PaymentDetails, "bookingId" | "seriesId">,
  paymentIntentId: string,
): Promise<PaymentOutcome> {
  try {
    const result =
      seriesId === undefined
        ? await confirmPayment(bookingId, paymentIntentId)
        : await confirmSeriesPayment(seriesId, paymentIntentId);
    return { kind: "paid", result };
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

/** Whether the answer about an earlier intent ends this payment. Before a balance, it may be about the downpayment. */
const isFinal = (
  settled: PaymentOutcome,
  { purpose }: PaymentDetails,
): settled is Exclude<PaymentOutcome, { kind: "unpaid" }> =>
  settled.kind === "closed" ||
  (settled.kind === "paid" && (purpose === "downpayment" || settled.result.booking.paymentStatus === "paid"));

/**
 * Opens the payment intent, or returns the outcome if the payment is already over. An intent whose answer this page did not get (after
 * a redirect, for example) is settled first.
 *
 * @throws RequestError, or the error of `fetch`, if the payment could not be set up.
 */
export async function openPayment(
  details: PaymentDetails,
  unanswered: string | null,
): Promise<OpenedPayment> {
  const { bookingId, seriesId, purpose, amount, person, token } = details;
  const returned = unanswered === null ? null : await recordPayment(details, unanswered);
  if (returned && isFinal(returned, details)) return returned;
  markAsked(bookingId, false);
  try {
    const intent = await createPaymentIntent({
      ...(seriesId === undefined ? { bookingId } : { seriesId }),
      purpose,
      amount,
      customerEmail: person.email,
      customerName: person.name,
      token,
    });
    rememberIntent(bookingId, intent.paymentIntentId);
    return { kind: "open", intent, notice: returned?.kind === "unpaid" ? returned.message : null };
  } catch (error) {
    const { code, message } = refusalOf(error);
    if (code === "HoldExpired") return { kind: "closed", reason: "expired", message };
    if (code !== null && OVER.includes(code)) return { kind: "closed", reason: "over", message };
    if (code !== "AlreadyPaid" && code !== "DownpaymentDue") throw error;
    if (purpose === "balance") return { kind: "closed", reason: "over", message };
    // The payment was recorded before this tab knew it: the receipt can still be fetched.
    const intentId = rememberedIntent(bookingId);
    const settled = intentId === null ? null : await recordPayment(details, intentId);
    return settled && isFinal(settled, details) ? settled : { kind: "closed", reason: "paid", message };
  }
}
