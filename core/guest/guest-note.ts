/** Defines the stream `note-N`: a note of staff on a guest, beyond one booking. The text and the guest are personal data. Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";

const definitions = [
  /** The row of personal data has the guest's mailbox and the text. */
  defineEvent("GuestNoteTaken", z.object({ personId: z.uuid() })),
  /** The text is erased with it. */
  defineEvent("GuestNoteRemoved", z.object({})),
] as const;

export type GuestNoteEvent = EventOf<(typeof definitions)[number]>;

interface GuestNote {
  personId: string;
  removed: boolean;
}

/** The streams `note-N`; null before the note is taken. */
export const guestNoteStream = defineStream({
  category: "note",
  events: definitions,
  initial: null as GuestNote | null,
  evolve(note, event: GuestNoteEvent): GuestNote | null {
    if (event.type === "GuestNoteTaken") return { personId: event.data.personId, removed: false };
    return note && { ...note, removed: true };
  },
});

/** A new note is never refused. */
export function decideNewNote(personId: string): Decision<GuestNoteEvent> {
  return { ok: true, events: [{ type: "GuestNoteTaken", data: { personId } }] };
}

/** `NoteNotFound` if the note has been removed already. */
export function decideNoteRemoval(note: GuestNote | null): Decision<GuestNoteEvent> {
  if (!note || note.removed) return refuse("NoteNotFound");
  return { ok: true, events: [{ type: "GuestNoteRemoved", data: {} }] };
}
