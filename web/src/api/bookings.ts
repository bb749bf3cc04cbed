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
import type { SeriesCreated } from "../../../bff/contract/series.ts";
import { RequestError, request } from "./request.ts";

interface BookingAttempt {
  submission: BookingSubmission;
  key: string;
  /** Called when the server asks for a proof of work, which takes a second or two. */
  onWork?: () => void;
}

/** The most puzzles that one call solves: the server sends another one if the last has expired or was used by another attempt. */
const MOST_PUZZLES = 3;

/** The first date of a series that was booked, with the amounts of all. */
function firstOf({ bookings, ...all }: SeriesCreated): BookingCreated {
  const [first] = bookings;
  if (!first) throw new Error("A series without a date");
  const { totalAmount, downpaymentAmount, remainingAmount, paymentRequired, holdUntil } = all;
  const due = { downpaymentDueAmount: downpaymentAmount, dueAmount: totalAmount };
  return { ...first, totalAmount, downpaymentAmount, remainingAmount, ...due, paymentRequired, holdUntil };
}

async function createBooking({ submission, key, onWork }: BookingAttempt): Promise<BookingCreated> {
  let proofOfWork = {};
  for (let puzzles = 0; ; puzzles++) {
    try {
      const options = { idempotencyKey: key, ...proofOfWork };
      if (!("repeat" in submission)) {
        return await request<BookingCreated>("POST", "/api/bookings", submission, options);
      }
      return firstOf(await request<SeriesCreated>("POST", "/api/series", submission, options));
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
 * `POST /api/bookings`, or `POST /api/series` if the submission repeats (its first date is the answer), with a proof of work if the server asks for one because many unpaid hours are held. The same key and body get the
 * first answer again, so that a retry after a lost answer makes one booking. The attempts of this tab stay in the cache, so that the page
 * never takes its own hours for another visitor's.
 *
 * @throws RequestError 400 with field errors, 409 when an hour is taken, 422 when the key belongs to another body.
 */
export const bookingCreation = mutationOptions({
  mutationKey: ["booking-creation"],
  mutationFn: createBooking,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Removes this tab's attempt that made the booking, after its hours were released or changed. */
export function forgetAttempt(client: QueryClient, bookingId: number): void {
  const cache = client.getMutationCache();
  for (const attempt of cache.findAll({ mutationKey: bookingCreation.mutationKey })) {
    // A successful attempt under this key has the booking that it made as its data.
    const made = attempt.state.data as BookingCreated | undefined;
    if (made?.id === bookingId) cache.remove(attempt);
  }
}

/** `POST /api/create-payment-intent`. A second call for the same booking gets the same open payment intent. */
export const createPaymentIntent = (intent: PaymentIntentRequest): Promise<PaymentIntentOpened> =>
  request<PaymentIntentOpened>("POST", "/api/create-payment-intent", intent);

/** `POST /api/bookings/{id}/payment`: the server asks the provider for the payment and records the money once. */
export const confirmPayment = (bookingId: number, paymentIntentId: string): Promise<PaymentRecorded> =>
  request<PaymentRecorded>("POST", `/api/bookings/${bookingId}/payment`, {
    paymentIntentId,
  } satisfies PaymentConfirmation);
