/** Handles staff's notes on a guest: they are kept under the guest's mailbox, and erased when they are removed. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { findCommand } from "../log/read.ts";
import { refuse } from "../log/rejection.ts";
import { transact } from "../log/transact.ts";
import { mailboxOf } from "../person/mailbox.ts";
import { EMPTY_PERSON, erasePersonRow, readPerson, storePerson } from "../person/personal-data.ts";
import { decideNewNote, decideNoteRemoval, guestNoteStream } from "./guest-note.ts";

/** The command id that links a note's row to its event. */
const guestNoteCommand = (noteId: string): string => `guest-note:${noteId}`;

/** Adds a note on the person with this email; returns the note's id, which is the id of its row of personal data. */
export async function addGuestNote(
  core: Core,
  { email, text }: { email: string; text: string },
  meta: EventMeta,
): Promise<Outcome<{ id: string }>> {
  const id = randomUUID();
  const outcome = await transact(core, guestNoteStream, null, {
    commandId: guestNoteCommand(id),
    meta,
    decide: () => decideNewNote(id),
    appendRules: () => [storePerson({ id, ...EMPTY_PERSON, email: mailboxOf(email), freeText: text })],
  });
  return outcome.ok ? { ...outcome, value: { id } } : outcome;
}

/** Removes a note on the person with this email; `NoteNotFound` if the note is on another person or has been removed. */
export async function removeGuestNote(
  core: Core,
  { email, noteId }: { email: string; noteId: string },
  meta: EventMeta,
): Promise<Outcome<null>> {
  const [row, taken] = await Promise.all([
    readPerson(core.sql, noteId),
    findCommand(core.sql, guestNoteCommand(noteId)),
  ]);
  const streamId = taken && guestNoteStream.idOf(taken.stream);
  if (!streamId || !row?.email || mailboxOf(row.email) !== mailboxOf(email)) return refuse("NoteNotFound");
  const outcome = await transact(core, guestNoteStream, streamId, {
    commandId: `remove-guest-note:${randomUUID()}`,
    meta,
    decide: decideNoteRemoval,
    appendRules: () => [erasePersonRow(noteId)],
  });
  return outcome.ok ? { ...outcome, value: null } : outcome;
}
