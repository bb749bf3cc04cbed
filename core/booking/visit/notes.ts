/** Decides on staff's notes on a booking. They can be added and removed in any of its states; the text is personal data. Pure. */
import { refuse } from "../../log/rejection.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

/** `noteId`: the row of personal data with the text. */
export interface NoteCommand {
  type: "TakeNote" | "RemoveNote";
  noteId: string;
}

/** Removing a note that does not exist, or was removed already, is refused with `NoteNotFound`. */
export function decideNote({ type, noteId }: NoteCommand, { notes }: Booking): BookingDecision {
  const isNoted = notes.includes(noteId);
  if (type === "TakeNote") return isNoted ? accept() : accept({ type: "NoteTaken", data: { noteId } });
  return isNoted ? accept({ type: "NoteRemoved", data: { noteId } }) : refuse("NoteNotFound");
}
