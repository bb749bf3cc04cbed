/** Sends a booking so that it is made once and never lost: each body keeps its own key over reloads until the server has answered. */
import type { BookingCreated, BookingSubmission } from "../../../../../bff/contract/booking.ts";
import { SLOT_TAKEN } from "../../../../../bff/contract/fixed-messages.ts";
import { RequestError } from "../../../api/request.ts";
import { randomKey } from "../../../browser/random-key.ts";
import { readDraft, type SentBooking, unansweredHours, updateDraft } from "../../../session/booking-draft.ts";
import { type KeyedBody, withIdempotencyKey } from "./submission.ts";

type Post = (submission: BookingSubmission, key: string) => Promise<BookingCreated>;

/**
 * Makes the booking, or finds the one whose answer was lost. The same body keeps its key. If the hours are taken by an earlier,
 * unanswered
 * request with another body, that booking is the result.
 *
 * @throws the errors of `post`.
 */
export async function sendBooking(
  roomSlug: string,
  submission: BookingSubmission,
  post: Post,
): Promise<BookingCreated> {
  const { sent: before } = readDraft(roomSlug);
  const sent = withIdempotencyKey(before, submission, randomKey);
  try {
    const created = await postUnder(roomSlug, sent, submission, post);
    // This is an old answer: its hold has ended meanwhile, so a new booking is made.
    if (!created.paymentRequired || Date.parse(created.holdUntil) > Date.now()) return created;
    return await postUnder(roomSlug, { body: sent.body, key: randomKey() }, submission, post);
  } catch (error) {
    const earlier = isSlotTaken(error) && before !== null ? earlierOf(before, sent, submission) : null;
    if (before === null || earlier === null) throw error;
    return await postUnder(roomSlug, before, earlier, post);
  }
}

async function postUnder(
  roomSlug: string,
  { body, key }: KeyedBody,
  submission: BookingSubmission,
  post: Post,
): Promise<BookingCreated> {
  updateDraft(roomSlug, { sent: { body, key, answered: false } });
  const answered = () => updateDraft(roomSlug, { sent: { body, key, answered: true } });
  try {
    const created = await post(submission, key);
    answered();
    return created;
  } catch (error) {
    if (error instanceof RequestError && error.status < 500) answered();
    throw error;
  }
}

const isSlotTaken = (error: unknown): boolean =>
  error instanceof RequestError && error.message.includes(SLOT_TAKEN);

/** The unanswered request that was sent before for the same hours; null for anything else. */
function earlierOf(
  before: SentBooking,
  sent: KeyedBody,
  { roomId, startTime, endTime }: BookingSubmission,
): BookingSubmission | null {
  const hours = before.body === sent.body ? null : unansweredHours({ sent: before });
  const same = hours?.roomId === roomId && hours.startTime === startTime && hours.endTime === endTime;
  // This module made the body from a submission.
  return same ? (JSON.parse(before.body) as BookingSubmission) : null;
}
