/** Owns the two questions asked of our API about a payment: can it be made, and has it been made. */
import type {
  BookingCreated,
  PaymentIntentOpened,
  PaymentRecorded,
} from "../../../../bff/contract/booking.ts";
import { confirmPayment, createPaymentIntent } from "../../api/bookings.ts";
import type { Person } from "./card-form.ts";
import { isPassing, refusalOf } from "./payment-failure.ts";
import { noteAsked, recallIntent, rememberIntent } from "./returned-intent.ts";

/** What has to be known of a booking to pay for it; `holdUntil` is ISO 8601, UTC. */
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
  /** Nothing was received; another card may be tried while the hold stands. */
  | { kind: "unpaid"; message: string | null }
  /** There is nothing left to pay for: the hold has ended, the booking is over, or the money came on another way. `message` is the server's. */
  | { kind: "closed"; reason: "expired" | "over" | "paid"; message: string };

export type OpenedPayment =
  | Exclude<Settled, { kind: "unpaid" }>
  /** `notice`: what became of a payment whose answer this page had not seen. */
  | { kind: "open"; intent: PaymentIntentOpened; notice: string | null };

/**
 * Has the money recorded if the provider has it. May be asked any number of times.
 *
 * @throws what the call throws when the answer is not known: asking again is then right.
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

/** Nothing is left to pay for by card. */
const OVER = [
  "BookingCancelled",
  "BookingOver",
  "NothingDue",
  "NothingToPayByCard",
  "PaymentRefunded",
  "TooLittleForCard",
];

/**
 * Opens the downpayment's intent, or tells what became of the payment when it is already over. An intent whose
 * answer was not seen (after a redirect, say) is settled first.
 *
 * @throws RequestError, or what `fetch` throws, when the payment could not be set up.
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
    // Recorded before this tab heard of it: the receipt is still to be had.
    const intentId = recallIntent(booking.id);
    const settled = intentId === null ? null : await settle(booking.id, intentId);
    return settled && settled.kind !== "unpaid" ? settled : { kind: "closed", reason: "paid", message };
  }
}
