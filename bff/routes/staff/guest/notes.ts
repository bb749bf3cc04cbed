/** The calls of staff's notes on a booking (decision 113). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { handleBooking, loadBooking } from "../../../../core/booking/handle.ts";
import type { Core } from "../../../../core/context.ts";
import { erasePersonRow, storePerson, textRow } from "../../../../core/person/personal-data.ts";
import { notesOnBooking } from "../../../../projections/views/guests.ts";
import { staffNames } from "../../../../projections/views/staff.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import { NewNote, Note, NoteRemoved } from "../../../contract/staff/guest.ts";
import { answerCreated, answerWritten, problem } from "../../../http/answers.ts";
import {
  ById,
  FORM_PROBLEMS,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  PathUuid,
  ReadAfter,
} from "../../../http/openapi.ts";

/** A note that has just been written. */
export async function newNoteJson(
  { sql, clock }: Pick<Core, "sql" | "clock">,
  { id, text, staffId }: { id: string; text: string; staffId: number },
): Promise<Note> {
  const names = await staffNames(sql, [staffId]);
  return { id, text, at: clock.now().toISOString(), by: names.get(staffId) ?? `Staff ${staffId}` };
}

export function noteRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const staff = staffCalls(bff, "Staff: bookings");
  const oneBooking = ById;

  app.openapi(
    staff.get("/api/bookings/{id}/notes", {
      summary: "Staff's notes on a booking",
      request: { params: oneBooking, headers: ReadAfter },
      responses: { 200: jsonAnswer("The notes, the newest first", z.array(Note)) },
      problems: ["BookingNotFound"],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const { state } = await loadBooking(core, id);
      if (!state.exists) return problem(c, "BookingNotFound");
      const notes = await reads.read(c.env.incoming, ["staff"], (sql) => notesOnBooking(sql, id));
      return c.json(notes, 200);
    },
  );

  app.openapi(
    staff.post("/api/bookings/{id}/notes", {
      summary: "Add a note on a booking",
      description: "In any state; the customer does not see it.",
      request: { params: oneBooking, ...jsonBody(NewNote) },
      responses: { 201: jsonAnswerOfWrite("The note", Note) },
      problems: [...FORM_PROBLEMS, "BookingNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { text } = c.req.valid("json");
      const person = textRow(text);
      const outcome = await handleBooking(
        core,
        c.req.valid("param").id,
        { type: "TakeNote", noteId: person.id },
        { commandId: `note:${person.id}`, meta: staffMeta(c), people: [storePerson(person)] },
      );
      const staffId = c.get("staff").id;
      return answerCreated(c, outcome, () => newNoteJson(core, { id: person.id, text, staffId }));
    },
  );

  app.openapi(
    staff.delete("/api/bookings/{id}/notes/{noteId}", {
      summary: "Remove a note on a booking",
      description: "Its text is erased; the history still shows that there was a note.",
      request: { params: oneBooking.extend({ noteId: PathUuid }) },
      responses: { 200: jsonAnswerOfWrite("Removed", NoteRemoved) },
      problems: ["BookingNotFound", "NoteNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, noteId } = c.req.valid("param");
      const outcome = await handleBooking(
        core,
        id,
        { type: "RemoveNote", noteId },
        { commandId: `remove-note:${randomUUID()}`, meta: staffMeta(c), people: [erasePersonRow(noteId)] },
      );
      return answerWritten(c, outcome, () => ({ message: "Note removed" }));
    },
  );
}
