/** Finds out whether a booking's balance can be paid by card, and what became of an attempt whose answer this page did not get. */
import type { PaymentIntentOpened, PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { createPaymentIntent } from "../../api/bookings.ts";
import type { Person } from "./card-form.ts";
import { settle } from "./open-payment.ts";
import { refusalOf } from "./payment-failure.ts";
import { noteAsked, rememberIntent } from "./returned-intent.ts";

export type OpenedBalance =
  | { kind: "open"; intent: PaymentIntentOpened; notice: string | null }
  | { kind: "paid"; result: PaymentRecorded }
  /** Nothing can be paid by card any more, for the reason that the server gives. */
  | { kind: "closed"; message: string };

/** The final codes; after any other one the payment can be tried again. */
const FINAL = [
  "AlreadyPaid",
  "BookingCancelled",
  "BookingOver",
  "DownpaymentDue",
  "NothingDue",
  "NothingToPayByCard",
  "PaymentRefunded",
  "TooLittleForCard",
];

/**
 * Opens the balance's intent, or says that the payment is over. @throws RequestError, or the error of `fetch`, if it could not be set
 * up.
 */
export async function openBalance(
  booking: OwnBooking,
  person: Person & { token?: string | undefined },
  unanswered: string | null,
): Promise<OpenedBalance> {
  const returned = unanswered === null ? null : await settle(booking.id, unanswered);
  if (returned?.kind === "closed") return returned;
  // The remembered intent may be the downpayment's.
  if (returned?.kind === "paid" && returned.result.booking.paymentStatus === "paid") return returned;
  noteAsked(booking.id, false);
  try {
    const intent = await createPaymentIntent({
      bookingId: booking.id,
      purpose: "balance",
      amount: booking.dueAmount,
      customerEmail: person.email,
      customerName: person.name,
      token: person.token,
    });
    rememberIntent(booking.id, intent.paymentIntentId);
    return { kind: "open", intent, notice: returned?.kind === "unpaid" ? returned.message : null };
  } catch (error) {
    const { code, message } = refusalOf(error);
    if (code === null || !FINAL.includes(code)) throw error;
    return { kind: "closed", message };
  }
}
