/** Asks our API whether a payment can be made, and whether it was made. */
import type {
  BookingCreated,
  PaymentIntentOpened,
  PaymentRecorded,
} from "../../../../bff/contract/booking.ts";
import { confirmPayment, createPaymentIntent } from "../../api/bookings.ts";
import type { Person } from "./card-form.ts";
import { isPassing, refusalOf } from "./payment-failure.ts";
import { noteAsked, recallIntent, rememberIntent } from "./returned-intent.ts";

/** What must be known about a booking to pay for it; `holdUntil` is ISO 8601, UTC. */
export type PayableBooking = Pick<
  BookingCreated,
  | "id"
  | "roomId"
  | "roomName"
  | "startTime"
  | "endTime"
  | "totalAmount"
  | "downpaymentAmount"
  | "downpaymentDueAmount"
  | "dueAmount"
  | "holdUntil"
>;

export type Settled =
  | { kind: "paid"; result: PaymentRecorded }
  /** Nothing was received; another card can be tried while the hold runs. */
  | { kind: "unpaid"; message: string | null }
  /** Nothing is left to pay: the hold has ended, the booking is over, or it was paid elsewhere. `message` is the server's. */
  | { kind: "closed"; reason: "expired" | "over" | "paid"; message: string };

export type OpenedPayment =
  | Exclude<Settled, { kind: "unpaid" }>
  /** `notice`: the outcome of a payment whose answer this page did not get. */
  | { kind: "open"; intent: PaymentIntentOpened; notice: string | null };

/**
 * Lets the API record the money if the provider has it. It can be called any number of times.
 *
 * @throws the error of the call if the outcome is not known; call again then.
 */
export async function settle(bookingId: number, paymentIntentId: string): Promise<Settled> {
  try {
    return { kind: "paid", result: await confirmPayment(bookingId, paymentIntentId) };
  } catch (error) {
    if (isPassing(error)) throw error;
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

/** Codes that mean that nothing is left to pay by card. */
const OVER = [
  "BookingCancelled",
  "BookingOver",
  "NothingDue",
  "NothingToPayByCard",
  "PaymentRefunded",
  "TooLittleForCard",
];

/**
 * Opens the downpayment's intent, or returns the outcome if the payment is already over. An intent whose answer this page did not get
 * (after a redirect, for example) is settled first.
 *
 * @throws RequestError, or the error of `fetch`, if the payment could not be set up.
 */
export async function openPayment(
  booking: PayableBooking,
  person: Person & { token?: string | undefined },
  unanswered: string | null,
): Promise<OpenedPayment> {
  const returned = unanswered === null ? null : await settle(booking.id, unanswered);
  if (returned && returned.kind !== "unpaid") return returned;
  noteAsked(booking.id, false);
  try {
    const intent = await createPaymentIntent({
      bookingId: booking.id,
      amount: booking.downpaymentDueAmount,
      customerEmail: person.email,
      customerName: person.name,
      token: person.token,
    });
    rememberIntent(booking.id, intent.paymentIntentId);
    return { kind: "open", intent, notice: returned?.message ?? null };
  } catch (error) {
    const { code, message } = refusalOf(error);
    if (code === "HoldExpired") return { kind: "closed", reason: "expired", message };
    if (code !== null && OVER.includes(code)) return { kind: "closed", reason: "over", message };
    if (code !== "AlreadyPaid") throw error;
    // The payment was recorded before this tab knew it: the receipt can still be fetched.
    const intentId = recallIntent(booking.id);
    const settled = intentId === null ? null : await settle(booking.id, intentId);
    return settled && settled.kind !== "unpaid" ? settled : { kind: "closed", reason: "paid", message };
  }
}
