/** The calls that make a booking and pay its downpayment. */
import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type {
  BookingCreated,
  BookingSubmission,
  PaymentConfirmation,
  PaymentIntentOpened,
  PaymentIntentRequest,
  PaymentRecorded,
} from "../../../bff/contract/booking.ts";
import { RequestError, request } from "./request.ts";

interface BookingAttempt {
  submission: BookingSubmission;
  key: string;
  /** Told when the server wants a calculation first, which takes a second or two. */
  onWork?: () => void;
}

/** A puzzle that expired on the way, or that another try has used up, is answered with a new one. */
const MOST_PUZZLES = 3;

async function createBooking({ submission, key, onWork }: BookingAttempt): Promise<BookingCreated> {
  let proofOfWork = {};
  for (let puzzles = 0; ; puzzles++) {
    try {
      const options = { idempotencyKey: key, ...proofOfWork };
      return await request<BookingCreated>("POST", "/api/bookings", submission, options);
    } catch (error) {
      const puzzle = puzzles < MOST_PUZZLES ? puzzleOf(error) : null;
      if (!puzzle) throw error;
      onWork?.();
      const { solveInWorker } = await import("./proof-of-work/solve-in-worker.ts");
      proofOfWork = { proofOfWork: await solveInWorker(puzzle) };
    }
  }
}

function puzzleOf(error: unknown): { challenge: string; difficulty: number } | null {
  if (!(error instanceof RequestError) || error.problem?.code !== "ProofOfWorkNeeded") return null;
  const { challenge, difficulty } = error.problem;
  return challenge === undefined || difficulty === undefined ? null : { challenge, difficulty };
}

/**
 * `POST /api/bookings`, with the work that the server asks for where much unpaid is held. The same key and body answer the first response again, so a retry after a lost answer books once.
 * This tab's attempts stay known, so that its own hours are never mistaken for somebody else's.
 *
 * @throws RequestError 400 with field errors, 409 when an hour is taken, 422 when the key belongs to another body.
 */
export const bookingCreation = mutationOptions({
  mutationKey: ["booking-creation"],
  mutationFn: createBooking,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Forgets this tab's attempt that became the booking: its hours are given up, or others by now. */
export function forgetAttempt(client: QueryClient, bookingId: number): void {
  const cache = client.getMutationCache();
  for (const attempt of cache.findAll({ mutationKey: bookingCreation.mutationKey })) {
    // What is under this key answers with the booking that was made.
    const made = attempt.state.data as BookingCreated | undefined;
    if (made?.id === bookingId) cache.remove(attempt);
  }
}

/** `POST /api/create-payment-intent`; asking again for the same booking answers the same open intent. */
export const createPaymentIntent = (intent: PaymentIntentRequest): Promise<PaymentIntentOpened> =>
  request<PaymentIntentOpened>("POST", "/api/create-payment-intent", intent);

/** `POST /api/bookings/{id}/payment`: the server asks the provider itself and records the money once. */
export const confirmPayment = (bookingId: number, paymentIntentId: string): Promise<PaymentRecorded> =>
  request<PaymentRecorded>("POST", `/api/bookings/${bookingId}/payment`, {
    paymentIntentId,
  } satisfies PaymentConfirmation);
