/** Owns staff's notes on a booking: taken and removed in any of its states; the words are personal data. Pure. */
import { refuse } from "../rejection.ts";
import { accept, type BookingDecision } from "./booking-money.ts";
import type { Booking } from "./booking-state.ts";

/** `noteId`: the row of personal data with the words. */
export interface NoteCommand {
  type: "TakeNote" | "RemoveNote";
  noteId: string;
}

/** One that is not there, or is gone already, is `NoteNotFound`. */
export function decideNote({ type, noteId }: NoteCommand, { notes }: Booking): BookingDecision {
  const stands = notes.includes(noteId);
  if (type === "TakeNote") return stands ? accept() : accept({ type: "NoteTaken", data: { noteId } });
  return stands ? accept({ type: "NoteRemoved", data: { noteId } }) : refuse("NoteNotFound");
}
