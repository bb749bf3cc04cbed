/** Handles the feedback that customers leave, and what the website shows of it. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Core } from "../context.ts";
import { type CustomerAccount, profileOf } from "../customer/account.ts";
import { ownBooking } from "../customer/own-booking.ts";
import { appendRule, COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { findCommand } from "../log/read.ts";
import { refuse } from "../log/rejection.ts";
import { load, transact } from "../log/transact.ts";
import { EMPTY_PERSON, PERSON_STANDS, storePerson, textRow } from "../person/personal-data.ts";
import {
  decideAnswer,
  decideFeedback,
  decideWithdrawal,
  feedbackCommand,
  feedbackStream,
  firstVersionFeedbackCommand,
  type LeaveFeedback,
} from "./feedback.ts";

/** What the customer wrote; kept as one text in `personal_data` and erased with it. */
const text = z.string().nullable().default(null);
const Words = z.object({ comments: text, recommendations: text, improvements: text, favoriteFeatures: text });
export type FeedbackWords = z.infer<typeof Words>;

/** Reads the texts from `personal_data`; empty once they are erased. */
export const readWords = (freeText: string | null): FeedbackWords =>
  Words.parse(freeText === null ? {} : JSON.parse(freeText));

export interface FeedbackRequest extends Omit<LeaveFeedback, "personId" | "lockedBooking" | "now"> {
  words: FeedbackWords;
}

/** The event's metadata for anonymous feedback: no account and no request. */
const anonymousMeta = ({ session }: EventMeta): EventMeta => ({
  actor: { kind: "visitor" },
  requestId: randomUUID(),
  // The append checks the session and does not store it.
  ...(session ? { session } : {}),
});

/**
 * Accepts feedback once from the signed-in owner of an eligible booking (decision 139); returns its id. For anonymous
 * feedback the log names no account, request or booking; a keyed hash of the booking's reference ensures that it is left
 * once. A reader who knows that only one visit ended in a room can still tell by the time.
 */
export async function leaveFeedback(
  core: Core,
  account: CustomerAccount,
  request: FeedbackRequest,
  meta: EventMeta,
): Promise<Outcome<{ id: number }>> {
  const own = await ownBooking(core, request.bookingId, { kind: "customer", account });
  if (!own.ok) return own;
  const now = core.clock.now();
  const personId = randomUUID();
  const { words, ...given } = request;
  const { firstName, lastName, email } = await profileOf(core, account);
  const person = request.anonymous ? EMPTY_PERSON : { ...EMPTY_PERSON, firstName, lastName, email };
  const { booking } = own.value;
  const lockedBooking = request.anonymous
    ? core.referenceVault.seal(String(request.bookingId), personId)
    : null;
  if (await findCommand(core.sql, firstVersionFeedbackCommand(request.bookingId))) {
    return refuse("FeedbackAlreadyLeft");
  }
  return transact(core, feedbackStream, null, {
    commandId: feedbackCommand(core.holderHash, booking.reference),
    meta: request.anonymous ? anonymousMeta(meta) : meta,
    decide: () => decideFeedback({ ...given, personId, lockedBooking, now }, booking),
    appendRules: () => [storePerson({ ...person, id: personId, freeText: JSON.stringify(words) })],
    refusals: { [COMMAND_REPEATED]: refuse("FeedbackAlreadyLeft") },
  });
}

/** Answers a published review, or replaces the answer. `FeedbackNotFound`, `ReviewNotPublished`; `PersonErased` once its author is. */
export async function answerReview(
  core: Core,
  { id, text: words }: { id: number; text: string },
  meta: EventMeta,
): Promise<Outcome<{ id: number }>> {
  const { state } = await load(core.sql, feedbackStream, id);
  if (state === null) return refuse("FeedbackNotFound");
  const answer = textRow(words);
  return transact(core, feedbackStream, id, {
    commandId: `answer-review:${randomUUID()}`,
    meta,
    decide: (before) => decideAnswer(answer.id, before),
    appendRules: () => [appendRule(PERSON_STANDS, { personId: state.personId }), storePerson(answer)],
    refusals: { [PERSON_STANDS]: refuse("PersonErased") },
  });
}

/** Ends the showing of the customer's review of a booking. `BookingNotFound`; `FeedbackNotFound` if none was left. */
export async function withdrawReview(
  core: Core,
  account: CustomerAccount,
  bookingId: number,
  meta: EventMeta,
): Promise<Outcome<{ id: number }>> {
  const own = await ownBooking(core, bookingId, { kind: "customer", account });
  if (!own.ok) return own;
  const left = await findCommand(core.sql, feedbackCommand(core.holderHash, own.value.booking.reference));
  const id = left && feedbackStream.idOf(left.stream);
  if (id === null) return refuse("FeedbackNotFound");
  const { state } = await load(core.sql, feedbackStream, id);
  return transact(core, feedbackStream, id, {
    commandId: `withdraw-review:${randomUUID()}`,
    meta: state?.anonymous ? anonymousMeta(meta) : meta,
    decide: decideWithdrawal,
  });
}
