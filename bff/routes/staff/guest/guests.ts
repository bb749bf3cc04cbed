/** The calls by which staff find a guest and read all that is kept about them (decision 113). */
import { z } from "zod";
import { toAmount } from "../../../../core/booking/rules/money.ts";
import { correctGuest } from "../../../../core/guest/correct.ts";
import { addGuestNote, removeGuestNote } from "../../../../core/guest/handle.ts";
import { emailOfGuest, findGuests, partsOfGuest, readGuest } from "../../../../projections/views/guests.ts";
import { staffCalls, staffMeta } from "../../../access/staff-access.ts";
import type { App, Bff } from "../../../context.ts";
import {
  Guest,
  GuestCorrected,
  GuestCorrection,
  GuestRecord,
  GuestsQuery,
  NewNote,
  Note,
  NoteRemoved,
} from "../../../contract/staff/guest.ts";
import { answerCreated, answerWritten, problem } from "../../../http/answers.ts";
import {
  FORM_PROBLEMS,
  jsonAnswer,
  jsonAnswerOfWrite,
  jsonBody,
  PathUuid,
  ReadAfter,
} from "../../../http/openapi.ts";
import { staffBookingJson } from "../../../wire/staff-booking-json.ts";
import { newNoteJson } from "./notes.ts";

export function guestRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const staff = staffCalls(bff, "Staff: guests");
  const oneGuest = z.object({ id: PathUuid });

  app.openapi(
    staff.get("/api/staff/guests", {
      summary: "Find guests by phone, email or name",
      description: "Earlier guests and account holders, each once, the latest booking first; at most twenty.",
      request: { query: GuestsQuery, headers: ReadAfter },
      responses: { 200: jsonAnswer("The guests", z.array(Guest)) },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const { search } = c.req.valid("query");
      const guests = await reads.read(c.env.incoming, ["bookings"], (sql) =>
        findGuests(sql, search, core.clock.now()),
      );
      return c.json(guests, 200);
    },
  );

  app.openapi(
    staff.get("/api/staff/guests/{id}", {
      summary: "A guest's visits, money and notes",
      description: "By the `guestId` of any of their bookings.",
      request: { params: oneGuest, headers: ReadAfter },
      responses: { 200: jsonAnswer("The guest", GuestRecord) },
      problems: ["GuestNotFound"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const guest = await reads.read(c.env.incoming, ["bookings", "staff"], (sql) =>
        readGuest(sql, id, core.clock.now()),
      );
      if (!guest) return problem(c, "GuestNotFound");
      const { receivedCents, refundedCents, dueCents, bookings, ...rest } = guest;
      const record = {
        ...rest,
        receivedAmount: toAmount(receivedCents),
        refundedAmount: toAmount(refundedCents),
        dueAmount: toAmount(dueCents),
        bookings: bookings.map((booking) => staffBookingJson(core.rooms, booking)),
      };
      return c.json(record, 200);
    },
  );

  app.openapi(
    staff.patch("/api/staff/guests/{id}", {
      summary: "Correct a guest's name, email or phone",
      description:
        "In all of their bookings, past ones too, so that their history stays together; the history of each booking says what was corrected. No mail is sent. Each booking is written by itself: after a failure the same call completes what is left. The email of a guest with an account is theirs to change.",
      request: { params: oneGuest, ...jsonBody(GuestCorrection) },
      responses: { 200: jsonAnswerOfWrite("The guest's id from now on", GuestCorrected) },
      problems: [
        ...FORM_PROBLEMS,
        "GuestNotFound",
        "ConcurrentChange",
        "PersonErased",
        "InvalidBooking",
        "TooManyHolds",
      ],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const asked = c.req.valid("json");
      const parts = await reads.read(c.env.incoming, ["bookings"], (sql) => partsOfGuest(sql, id));
      if (!parts || parts.bookingIds.length === 0) return problem(c, "GuestNotFound");
      if (asked.email !== undefined && parts.hasAccount) {
        const message = "This guest has an account: they change its email themselves";
        return problem(c, "InvalidData", { errors: [{ path: "email", message }] });
      }
      const outcome = await correctGuest(core, { ...parts, asked }, staffMeta(c));
      return answerWritten(c, outcome, ({ personId, corrected }) => ({ id: personId ?? id, corrected }));
    },
  );

  app.openapi(
    staff.post("/api/staff/guests/{id}/notes", {
      summary: "Add a note on a guest",
      request: { params: oneGuest, ...jsonBody(NewNote) },
      responses: { 201: jsonAnswerOfWrite("The note", Note) },
      problems: [...FORM_PROBLEMS, "GuestNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const email = await emailOfGuest(core.sql, id);
      if (!email) return problem(c, "GuestNotFound");
      const { text } = c.req.valid("json");
      const outcome = await addGuestNote(core, { email, text }, staffMeta(c));
      const staffId = c.get("staff").id;
      return answerCreated(c, outcome, ({ id }) => newNoteJson(core, { id, text, staffId }));
    },
  );

  app.openapi(
    staff.delete("/api/staff/guests/{id}/notes/{noteId}", {
      summary: "Remove a note on a guest",
      description: "Its text is erased.",
      request: { params: oneGuest.extend({ noteId: PathUuid }) },
      responses: { 200: jsonAnswerOfWrite("Removed", NoteRemoved) },
      problems: ["GuestNotFound", "NoteNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const { id, noteId } = c.req.valid("param");
      const email = await emailOfGuest(core.sql, id);
      if (!email) return problem(c, "GuestNotFound");
      const outcome = await removeGuestNote(core, { email, noteId }, staffMeta(c));
      return answerWritten(c, outcome, () => ({ message: "Note removed" }));
    },
  );
}
