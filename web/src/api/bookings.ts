/** Owns the calls that make a booking and pay its downpayment (SPEC §7). */
import { mutationOptions } from "@tanstack/react-query";
import type {
  BookingCreated,
  BookingSubmission,
  PaymentConfirmation,
  PaymentIntentOpened,
  PaymentIntentRequest,
  PaymentRecorded,
} from "../../../bff/contract/booking.ts";
import { request } from "./request.ts";

/**
 * `POST /api/bookings`. The same key and body answer the first response again, so a retry after a lost answer books once.
 * This tab's attempts stay known, so that its own hours are never mistaken for somebody else's.
 *
 * @throws RequestError 400 with field errors, 409 when an hour is taken, 422 when the key belongs to another body.
 */
export const bookingCreation = mutationOptions({
  mutationKey: ["booking-creation"],
  mutationFn: ({ submission, key }: { submission: BookingSubmission; key: string }) =>
    request<BookingCreated>("POST", "/api/bookings", submission, { idempotencyKey: key }),
  gcTime: Number.POSITIVE_INFINITY,
});

/** `POST /api/create-payment-intent`; asking again for the same booking answers the same open intent. */
export const createPaymentIntent = (intent: PaymentIntentRequest): Promise<PaymentIntentOpened> =>
  request<PaymentIntentOpened>("POST", "/api/create-payment-intent", intent);

/** `POST /api/bookings/{id}/payment`: the server asks the provider itself and records the money once. */
export const confirmPayment = (bookingId: number, paymentIntentId: string): Promise<PaymentRecorded> =>
  request<PaymentRecorded>("POST", `/api/bookings/${bookingId}/payment`, {
    paymentIntentId,
  } satisfies PaymentConfirmation);
