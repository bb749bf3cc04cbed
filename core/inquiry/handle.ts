/** Handles contact messages, and what staff do with them. */
import { randomUUID } from "node:crypto";
import { loadBooking } from "../booking/handle.ts";
import type { Core } from "../context.ts";
import { appendRule, COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, digestOf, findFirstRequest } from "../log/idempotency.ts";
import { refuse } from "../log/rejection.ts";
import { type Loaded, load, transact } from "../log/transact.ts";
import { PERSON_STANDS, type PersonalData, readPerson, storePerson } from "../person/personal-data.ts";
import { decideInquiry, type Inquiry, type InquiryStage, inquiryStream, stageOf } from "./inquiry.ts";

export interface InquiryMessage {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  /** A room's slug. */
  interestedRoom: string | null;
  message: string;
}

/** Accepts a contact message; returns its id. */
export async function receiveInquiry(
  core: Core,
  inquiry: InquiryMessage,
  meta: EventMeta,
): Promise<Outcome<{ id: number }>> {
  const personId = randomUUID();
  const { message, interestedRoom, ...person } = inquiry;
  return transact(core, inquiryStream, null, {
    commandId: `inquiry:${randomUUID()}`,
    meta,
    decide: (state) => decideInquiry({ type: "ReceiveInquiry", personId, interestedRoom }, state),
    appendRules: () => [storePerson({ id: personId, ...person, freeText: message })],
  });
}

/** The state of a message after a command. */
export interface InquiryStatus {
  id: number;
  stage: InquiryStage;
}

/**
 * Answers the visitor by mail. With the same key, the same text is sent once and another text is refused
 * (`IdempotencyKeyReused`). `InquiryNotFound`; `InquirerErased` if the visitor has been erased.
 */
export async function answerInquiry(
  core: Core,
  { id, text, idempotencyKey }: { id: number; text: string; idempotencyKey: string | null },
  meta: EventMeta,
): Promise<Outcome<InquiryStatus>> {
  const answerId = randomUUID();
  const repeatable = { idempotencyKey, bodyHash: digestOf(core, text) };
  const commandId = commandIdOf(`answer:${inquiryStream.nameOf(id)}`, repeatable);
  const { state } = await load(core.sql, inquiryStream, id);
  if (state === null) return refuse("InquiryNotFound");
  const { personId } = state;
  const inquirer = await readPerson(core.sql, personId);
  if (inquirer?.email == null) return refuse("InquirerErased");
  const { firstName, lastName, email } = inquirer;
  // The row includes the recipient, so that it is found and erased with everything else about them.
  const answer: PersonalData = { id: answerId, firstName, lastName, email, phone: null, freeText: text };
  const outcome = await transact(core, inquiryStream, id, {
    commandId,
    meta: { ...meta, bodyHash: repeatable.bodyHash },
    decide: (before) => decideInquiry({ type: "AnswerInquiry", answerId }, before),
    appendRules: () => [appendRule(PERSON_STANDS, { personId }), storePerson(answer)],
    refusals: {
      [PERSON_STANDS]: refuse("InquirerErased"),
      [COMMAND_REPEATED]: refuse("IdempotencyKeyReused"),
    },
  });
  if (outcome.ok || outcome.rejection.code !== "IdempotencyKeyReused") return standing(outcome);
  const first = await findFirstRequest(core.sql, commandId, repeatable);
  if (!first?.ok) return outcome;
  return standing({ ok: true, value: await load(core.sql, inquiryStream, id), position: first.at });
}

/** Records which booking was made from a message. `BookingNotFound`, `InquiryNotFound`. */
export async function recordInquiryBooking(
  core: Core,
  { id, bookingId }: { id: number; bookingId: number },
  meta: EventMeta,
): Promise<Outcome<InquiryStatus>> {
  const booking = await loadBooking(core, bookingId);
  if (!booking.state.exists) return refuse("BookingNotFound");
  return change(core, { id, command: { type: "BookForInquirer", bookingId } }, meta);
}

/** Marks a message as done, or reopens it. `InquiryNotFound`. */
export const setInquiryDone = (
  core: Core,
  { id, done }: { id: number; done: boolean },
  meta: EventMeta,
): Promise<Outcome<InquiryStatus>> =>
  change(core, { id, command: { type: done ? "FinishInquiry" : "ReopenInquiry" } }, meta);

async function change(
  core: Core,
  { id, command }: { id: number; command: Parameters<typeof decideInquiry>[0] },
  meta: EventMeta,
): Promise<Outcome<InquiryStatus>> {
  return standing(
    await transact(core, inquiryStream, id, {
      commandId: `${command.type}:${randomUUID()}`,
      meta,
      decide: (state) => decideInquiry(command, state),
    }),
  );
}

function standing(outcome: Outcome<Loaded<Inquiry | null>>): Outcome<InquiryStatus> {
  if (!outcome.ok) return outcome;
  const { id, state } = outcome.value;
  return state ? { ...outcome, value: { id, stage: stageOf(state) } } : refuse("InquiryNotFound");
}
