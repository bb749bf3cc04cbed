/** Owns the guest-note aggregate: something that staff noted of a guest, beyond one booking. The words, and of whom, are personal data. Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { defineStream } from "../log/stream.ts";
import { refuse } from "../rejection.ts";

const definitions = [
  /** The row of personal data has the guest's mailbox and the words. */
  defineEvent("GuestNoteTaken", z.object({ personId: z.uuid() })),
  /** What it said is erased with it. */
  defineEvent("GuestNoteRemoved", z.object({})),
] as const;

export type GuestNoteEvent = EventOf<(typeof definitions)[number]>;

interface GuestNote {
  personId: string;
  removed: boolean;
}

/** The streams `note-N`; null until it is taken. */
export const guestNoteStream = defineStream({
  category: "note",
  events: definitions,
  initial: null as GuestNote | null,
  evolve(note, event: GuestNoteEvent): GuestNote | null {
    if (event.type === "GuestNoteTaken") return { personId: event.data.personId, removed: false };
    return note && { ...note, removed: true };
  },
});

/** A note is always taken. */
export function takeGuestNote(personId: string): Decision<GuestNoteEvent> {
  return { ok: true, events: [{ type: "GuestNoteTaken", data: { personId } }] };
}

/** One that is gone already is `NoteNotFound`. */
export function removeGuestNote(note: GuestNote | null): Decision<GuestNoteEvent> {
  if (!note || note.removed) return refuse("NoteNotFound");
  return { ok: true, events: [{ type: "GuestNoteRemoved", data: {} }] };
}
