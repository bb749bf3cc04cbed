/** Owns sending a booking so that it is made once and never lost: each body under its own key, kept over a reload until the server's word about it has come. */
import type { BookingCreated, BookingSubmission } from "../../../../bff/contract/booking.ts";
import { SLOT_TAKEN } from "../../../../bff/contract/problem.ts";
import { RequestError } from "../../api/request.ts";
import { randomKey } from "../../browser/random-key.ts";
import { keepDraft, readDraft, type SentBooking, unansweredHours } from "../../session/booking-draft.ts";
import { type KeyedBody, keyed } from "./submission.ts";

type Post = (submission: BookingSubmission, key: string) => Promise<BookingCreated>;

/**
 * Makes the booking, or finds the one whose answer was lost: under the same body its key is the same, and where the
 * hours are taken by what was sent before under another body, that is it.
 *
 * @throws what `post` throws.
 */
export async function sendBooking(
  roomSlug: string,
  submission: BookingSubmission,
  post: Post,
): Promise<BookingCreated> {
  const { sent: before } = readDraft(roomSlug);
  const sent = keyed(before, submission, randomKey);
  try {
    const created = await postUnder(roomSlug, sent, submission, post);
    // An old answer again: that hold has ended meanwhile, so this is a booking of its own.
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
  keepDraft(roomSlug, { sent: { body, key, answered: false } });
  const answered = () => keepDraft(roomSlug, { sent: { body, key, answered: true } });
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

/** What went out before for the same hours and was never answered; null for anything else. */
function earlierOf(
  before: SentBooking,
  sent: KeyedBody,
  { roomId, startTime, endTime }: BookingSubmission,
): BookingSubmission | null {
  const hours = before.body === sent.body ? null : unansweredHours({ sent: before });
  const same = hours?.roomId === roomId && hours.startTime === startTime && hours.endTime === endTime;
  // Made by this very module from a submission.
  return same ? (JSON.parse(before.body) as BookingSubmission) : null;
}
