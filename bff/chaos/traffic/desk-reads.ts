/** Scenarios of the desk's other calls: lists, the board, guests, notes, messages, feedback. */
import type { Guest, Note } from "../../contract/staff/guest.ts";
import type { StaffInquiry } from "../../contract/staff/staff-inquiry.ts";
import { bookFor } from "./desk.ts";
import { person } from "./people.ts";
import type { Scenario } from "./scenario.ts";
import type { Colleague } from "./staff-session.ts";
import { today } from "./visitor.ts";

const BOOKING_NOTES = "GET /api/bookings/{id}/notes";
const GUEST = "GET /api/staff/guests/{id}";

export const deskReads: readonly Scenario<Colleague>[] = [
  {
    name: "lists bookings",
    weight: 3,
    operations: ["GET /api/bookings", "GET /api/bookings/summary", "GET /api/board"],
    async act(who) {
      const { caller } = who;
      await caller.call("GET /api/bookings", { query: { limit: 20 } });
      await caller.call("GET /api/bookings/summary");
      await caller.call("GET /api/board", { query: { day: today(who) } });
    },
  },
  {
    name: "reads the staff's other lists",
    weight: 1,
    operations: [
      "GET /api/staff",
      "GET /api/staff/rooms",
      "GET /api/feedback",
      "GET /api/staff/second-factor-policy",
      "GET /api/customer/{email}/loyalty",
      "GET /api/test-outlook-graph",
    ],
    async act({ caller, world }) {
      await caller.call("GET /api/staff");
      await caller.call("GET /api/staff/rooms");
      await caller.call("GET /api/feedback");
      await caller.call("GET /api/staff/second-factor-policy");
      const email = world.anyBooking(caller.random)?.email ?? "no-booking@example.test";
      await caller.call("GET /api/customer/{email}/loyalty", { params: { email } });
      await caller.call("GET /api/test-outlook-graph");
    },
  },
  {
    name: "sends a test email",
    weight: 0.1,
    operations: ["POST /api/test-email"],
    async act({ caller }) {
      await caller.call("POST /api/test-email");
    },
  },
  {
    name: "adds a note to a booking and removes it",
    weight: 1,
    operations: [BOOKING_NOTES, "POST /api/bookings/{id}/notes", "DELETE /api/bookings/{id}/notes/{noteId}"],
    async act(who) {
      const { caller, world } = who;
      const booked = world.anyBooking(caller.random) ?? (await bookFor(who, "desk"));
      if (!booked) return;
      const params = { id: booked.id };
      const body = { text: "Uses the back entrance" };
      const note = await caller.call<Note>("POST /api/bookings/{id}/notes", { params, body });
      await caller.call(BOOKING_NOTES, { params });
      if (!note.ok) return;
      const noteId = note.body.id;
      await caller.call("DELETE /api/bookings/{id}/notes/{noteId}", { params: { ...params, noteId } });
    },
  },
  {
    name: "finds a guest, adds a note and removes it",
    weight: 1,
    operations: [
      "GET /api/staff/guests",
      GUEST,
      "POST /api/staff/guests/{id}/notes",
      "DELETE /api/staff/guests/{id}/notes/{noteId}",
    ],
    async act(who) {
      const { caller, world } = who;
      const booked = world.anyBooking(caller.random) ?? (await bookFor(who, "desk"));
      if (!booked) return;
      const found = await caller.call<Guest[]>("GET /api/staff/guests", { query: { search: booked.email } });
      const id = found.ok ? found.body[0]?.id : undefined;
      if (id === undefined) return;
      await caller.call(GUEST, { params: { id } });
      const body = { text: "Prefers the piano tuned" };
      const note = await caller.call<Note>("POST /api/staff/guests/{id}/notes", { params: { id }, body });
      await caller.call(GUEST, { params: { id } });
      if (!note.ok) return;
      const params = { id, noteId: note.body.id };
      await caller.call("DELETE /api/staff/guests/{id}/notes/{noteId}", { params });
    },
  },
  {
    name: "answers a message",
    weight: 1,
    operations: [
      "POST /api/contact",
      "GET /api/contact",
      "GET /api/contact/summary",
      "POST /api/contact/{id}/answers",
      "POST /api/contact/{id}/booking",
      "PATCH /api/contact/{id}",
    ],
    async act(who) {
      const { caller, world } = who;
      const { firstName, lastName, email } = person(caller.random);
      const message = { firstName, lastName, email, message: "May I bring a dog?" };
      await caller.call("POST /api/contact", { body: message });
      await caller.call("GET /api/contact/summary");
      const list = await caller.call<StaffInquiry[]>("GET /api/contact", { query: { limit: 5 } });
      const id = list.ok ? list.body[0]?.id : undefined;
      if (id === undefined) return;
      const answer = { text: "We have a piano, and it is tuned." };
      await caller.call("POST /api/contact/{id}/answers", { params: { id }, body: answer, once: true });
      const booked = world.anyBooking(caller.random) ?? (await bookFor(who, "desk"));
      if (booked) {
        const body = { bookingId: booked.id };
        await caller.call("POST /api/contact/{id}/booking", { params: { id }, body });
      }
      await caller.call("PATCH /api/contact/{id}", {
        params: { id },
        body: { done: caller.random.chance(0.5) },
      });
    },
  },
];
