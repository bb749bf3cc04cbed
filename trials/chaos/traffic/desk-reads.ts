/** Scenarios of the desk's other calls: lists, the board, guests, notes, messages, feedback. */
import type { FeedbackList } from "../../../bff/contract/customer/feedback.ts";
import type { Guest, Note } from "../../../bff/contract/staff/guest.ts";
import type { StaffInquiry } from "../../../bff/contract/staff/staff-inquiry.ts";
import { makePhoneBooking } from "./desk.ts";
import { person } from "./made-up-people.ts";
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
    async run(who) {
      const { client } = who;
      await client.call("GET /api/bookings", { query: { limit: 20 } });
      await client.call("GET /api/bookings/summary");
      await client.call("GET /api/board", { query: { day: today(who) } });
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
    async run({ client, world }) {
      await client.call("GET /api/staff");
      await client.call("GET /api/staff/rooms");
      await client.call("GET /api/feedback");
      await client.call("GET /api/staff/second-factor-policy");
      const email = world.anyBooking(client.random)?.email ?? "no-booking@example.test";
      await client.call("GET /api/customer/{email}/loyalty", { params: { email } });
      await client.call("GET /api/test-outlook-graph");
    },
  },
  {
    name: "answers the newest review that is shown",
    weight: 1,
    operations: ["GET /api/feedback", "POST /api/feedback/{id}/answer"],
    async run({ client }) {
      const read = await client.call<FeedbackList>("GET /api/feedback");
      const shown = read.ok ? read.body.feedback.find(({ published }) => published) : undefined;
      if (!shown) return;
      const body = { text: "Thank you. The heating is repaired." };
      await client.call("POST /api/feedback/{id}/answer", { params: { id: shown.id }, body });
    },
  },
  {
    name: "sends a test email",
    weight: 0.1,
    operations: ["POST /api/test-email"],
    async run({ client }) {
      await client.call("POST /api/test-email");
    },
  },
  {
    name: "adds a note to a booking and removes it",
    weight: 1,
    operations: [BOOKING_NOTES, "POST /api/bookings/{id}/notes", "DELETE /api/bookings/{id}/notes/{noteId}"],
    async run(who) {
      const { client, world } = who;
      const booked = world.anyBooking(client.random) ?? (await makePhoneBooking(who, "desk"));
      if (!booked) return;
      const params = { id: booked.id };
      const body = { text: "Uses the back entrance" };
      const note = await client.call<Note>("POST /api/bookings/{id}/notes", { params, body });
      await client.call(BOOKING_NOTES, { params });
      if (!note.ok) return;
      const noteId = note.body.id;
      await client.call("DELETE /api/bookings/{id}/notes/{noteId}", { params: { ...params, noteId } });
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
    async run(who) {
      const { client, world } = who;
      const booked = world.anyBooking(client.random) ?? (await makePhoneBooking(who, "desk"));
      if (!booked) return;
      const found = await client.call<Guest[]>("GET /api/staff/guests", { query: { search: booked.email } });
      const id = found.ok ? found.body[0]?.id : undefined;
      if (id === undefined) return;
      await client.call(GUEST, { params: { id } });
      const body = { text: "Prefers the piano tuned" };
      const note = await client.call<Note>("POST /api/staff/guests/{id}/notes", { params: { id }, body });
      await client.call(GUEST, { params: { id } });
      if (!note.ok) return;
      const params = { id, noteId: note.body.id };
      await client.call("DELETE /api/staff/guests/{id}/notes/{noteId}", { params });
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
    async run(who) {
      const { client, world } = who;
      const { firstName, lastName, email } = person(client.random);
      const message = { firstName, lastName, email, message: "May I bring a dog?" };
      await client.call("POST /api/contact", { body: message });
      await client.call("GET /api/contact/summary");
      const list = await client.call<StaffInquiry[]>("GET /api/contact", { query: { limit: 5 } });
      const id = list.ok ? list.body[0]?.id : undefined;
      if (id === undefined) return;
      const answer = { text: "We have a piano, and it is tuned." };
      await client.call("POST /api/contact/{id}/answers", { params: { id }, body: answer, once: true });
      const booked = world.anyBooking(client.random) ?? (await makePhoneBooking(who, "desk"));
      if (booked) {
        const body = { bookingId: booked.id };
        await client.call("POST /api/contact/{id}/booking", { params: { id }, body });
      }
      await client.call("PATCH /api/contact/{id}", {
        params: { id },
        body: { done: client.random.chance(0.5) },
      });
    },
  },
];
