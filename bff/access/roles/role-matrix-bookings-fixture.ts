/** The part of the role matrix about messages, bookings, guests and the desk: each call, and what staff of each role are answered. */
import { COMPARED_TABLES } from "../../contract/analytics/period-tables.ts";
import type { StaffWorld } from "../../testing/staff-fixture.ts";
import {
  cashiers,
  type Expected,
  ROLE_REFUSED,
  reading,
  revenueReaders,
  type StaffCall,
  workingStaff,
} from "./role-matrix-parts-fixture.ts";

const readingBooking = (rest: string) => async (world: StaffWorld) => ({
  path: `/api/bookings/${await world.book()}${rest}`,
});
const changingBooking = (body: unknown) => async (world: StaffWorld) => ({
  method: "PATCH",
  path: `/api/bookings/${await world.book()}`,
  body,
});

let bookedForGuest = 0;
export const bookingForGuest = () => {
  bookedForGuest += 1;
  const day = `2027-09-${String((bookedForGuest % 4) + 13)}`;
  const hour = 9 + Math.floor(bookedForGuest / 4);
  return {
    method: "POST",
    path: "/api/staff/bookings",
    body: {
      roomId: 3,
      firstName: "Ida",
      lastName: "Rhodes",
      email: "caller@example.test",
      phone: "+1 212 555 0101",
      startDate: day,
      startTime: `${hour}:00`,
      endTime: `${hour + 1}:00`,
      eventType: "Meeting",
      payment: "desk",
    },
  };
};
const NOBODYS = "00000000-0000-4000-8000-000000000000";
const NO_NOTE: Expected = [404, "Note not found"];
/** Calls of the holder of a booking. */
const guest =
  (rest: string, call: { method?: string; body?: unknown } = {}) =>
  async (world: StaffWorld) => {
    const id = await world.book();
    const [made] = await world.sql<{ personId: string }[]>`
      select data ->> 'personId' as "personId" from events where stream = ${`booking-${id}`} and version = 1`;
    return { path: `/api/staff/guests/${made?.personId}${rest}`, ...call };
  };
const NO_MESSAGE: Expected = [404, "Message not found"];

export const BOOKING_CALLS: readonly StaffCall[] = [
  {
    call: "count contact messages",
    route: "GET /api/contact/summary",
    prepare: reading("/api/contact/summary"),
    answers: workingStaff([200]),
  },
  ...(
    [
      ["POST", "/answers", { text: "We have a piano" }],
      ["PATCH", "", { done: true }],
    ] as const
  ).map(([method, action, body]) => ({
    call: `change no contact message: ${method} ${action}`,
    route: `${method} /api/contact/{id}${action}`,
    prepare: () => ({ method, path: `/api/contact/999999${action}`, body }),
    answers: workingStaff(NO_MESSAGE),
  })),
  {
    call: "say which booking a contact message became, which is not there",
    route: "POST /api/contact/{id}/booking",
    prepare: async (world) => ({
      method: "POST",
      path: "/api/contact/999999/booking",
      body: { bookingId: await world.book() },
    }),
    answers: workingStaff(NO_MESSAGE),
  },
  {
    call: "read a booking",
    route: "GET /api/bookings/{id}",
    prepare: readingBooking(""),
    answers: workingStaff([200]),
  },
  {
    call: "read a booking's history",
    route: "GET /api/bookings/{id}/history",
    prepare: readingBooking("/history"),
    answers: workingStaff([200]),
  },
  {
    call: "ask what cancelling would refund",
    route: "GET /api/bookings/{id}/refund-preview",
    prepare: readingBooking("/refund-preview?cancelledBy=venue"),
    answers: workingStaff([200]),
  },
  ...[
    { status: "confirmed" },
    { status: "completed" },
    { status: "cancelled", cancelledBy: "customer" },
    { paymentStatus: "downpaid" },
    { paymentStatus: "paid" },
    { paymentStatus: "failed" },
  ].map((change) => ({
    call: `change a booking: ${JSON.stringify(change)}`,
    route: "PATCH /api/bookings/{id}",
    prepare: changingBooking(change),
    answers: workingStaff([200]),
  })),
  {
    call: "book for a guest",
    route: "POST /api/staff/bookings",
    prepare: bookingForGuest,
    answers: workingStaff([201]),
  },
  {
    call: "swap two visits",
    route: "POST /api/bookings/{id}/swap",
    prepare: async (world) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/swap?dryRun=1`,
      body: { with: await world.book() },
    }),
    answers: workingStaff([200]),
  },
  {
    call: "move a booking",
    route: "POST /api/bookings/{id}/move",
    prepare: async (world) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/move?dryRun=1`,
      body: { roomId: 2, startTime: "2027-10-04T18:00:00Z" },
    }),
    answers: workingStaff([200]),
  },
  {
    call: "find a guest",
    route: "GET /api/staff/guests",
    prepare: reading("/api/staff/guests?search=unknown"),
    answers: workingStaff([200]),
  },
  {
    call: "read of a guest",
    route: "GET /api/staff/guests/{id}",
    prepare: guest(""),
    answers: workingStaff([200]),
  },
  {
    call: "correct a guest",
    route: "PATCH /api/staff/guests/{id}",
    prepare: guest("", { method: "PATCH", body: { phone: "212 555 0101" } }),
    answers: workingStaff([200]),
  },
  {
    call: "note something of a guest",
    route: "POST /api/staff/guests/{id}/notes",
    prepare: guest("/notes", { method: "POST", body: { text: "Prefers the piano tuned" } }),
    answers: workingStaff([201]),
  },
  {
    call: "remove a note on a guest that is not there",
    route: "DELETE /api/staff/guests/{id}/notes/{noteId}",
    prepare: guest(`/notes/${NOBODYS}`, { method: "DELETE" }),
    answers: workingStaff(NO_NOTE),
  },
  {
    call: "read the notes on a booking",
    route: "GET /api/bookings/{id}/notes",
    prepare: readingBooking("/notes"),
    answers: workingStaff([200]),
  },
  {
    call: "note something of a booking",
    route: "POST /api/bookings/{id}/notes",
    prepare: async (world) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/notes`,
      body: { text: "Comes by the back entrance" },
    }),
    answers: workingStaff([201]),
  },
  {
    call: "remove a note on a booking that is not there",
    route: "DELETE /api/bookings/{id}/notes/{noteId}",
    prepare: async (world) => ({
      method: "DELETE",
      path: `/api/bookings/${await world.book()}/notes/${NOBODYS}`,
    }),
    answers: workingStaff(NO_NOTE),
  },
  {
    call: "read a customer's loyalty, which that customer may as well",
    route: "GET /api/customer/{email}/loyalty",
    prepare: reading("/api/customer/someone@example.test/loyalty"),
    answers: workingStaff([200]),
    outsiders: { customer: [403, "You can see your own loyalty record only"] },
  },
  {
    call: "undo nothing of a visit",
    route: "POST /api/bookings/{id}/undo-visit",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/undo-visit`,
    }),
    answers: workingStaff([200]),
  },
  ...["late", "arrived", "left", "no-show"].map((note) => ({
    call: `note long before a visit: ${note}`,
    route: `POST /api/bookings/{id}/${note}`,
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/${note}`,
    }),
    answers: workingStaff([409]),
  })),
  {
    call: "take money at the desk",
    route: "POST /api/bookings/{id}/money",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/money`,
      body: { kind: "received", method: "cash", amount: "10.00" },
    }),
    answers: workingStaff([200]),
  },
  {
    call: "refund a card that has paid nothing",
    route: "POST /api/bookings/{id}/refunds",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/refunds`,
      body: { amount: "10.00", reason: "The heating failed" },
    }),
    answers: workingStaff([409]),
  },
  {
    call: "ask what a lower price would do",
    route: "GET /api/bookings/{id}/price-reduction",
    prepare: readingBooking("/price-reduction?percent=10"),
    answers: workingStaff([200]),
  },
  {
    call: "reduce a booking's price",
    route: "POST /api/bookings/{id}/price-reduction",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/price-reduction`,
      body: { percent: 10, reason: "The heating failed" },
    }),
    answers: workingStaff([200]),
  },
  {
    call: "read a receipt",
    route: "GET /api/bookings/{id}/receipt",
    prepare: readingBooking("/receipt"),
    answers: workingStaff([200]),
  },
  ...["bookings", "rooms", "hours", ...COMPARED_TABLES].map((table) => ({
    call: `take along ${table}.csv`,
    route: `GET /api/analytics/${table}.csv`,
    prepare: reading(`/api/analytics/${table}.csv?from=2026-11-01&to=2026-11-30`),
    answers: revenueReaders([200]),
  })),
  {
    call: "take along the money of a period",
    route: "GET /api/takings.csv",
    prepare: reading("/api/takings.csv?from=2026-11-01&to=2026-11-30"),
    answers: cashiers([200]),
  },
  {
    call: "mail a receipt",
    route: "POST /api/bookings/{id}/receipt/mail",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/receipt/mail`,
    }),
    answers: workingStaff([200]),
  },
  {
    call: "close a day against a figure that was never shown",
    route: "POST /api/takings/close",
    prepare: () => ({
      method: "POST",
      path: "/api/takings/close",
      body: { day: "2026-11-02", countedAmount: "10.00", expectedAmount: "99.99" },
    }),
    answers: cashiers([409]),
  },
  {
    call: "open a day again that is open",
    route: "POST /api/takings/reopen",
    prepare: () => ({
      method: "POST",
      path: "/api/takings/reopen",
      body: { day: "2026-11-02", reason: "Counted twice" },
    }),
    answers: { ...workingStaff([409]), staff: ROLE_REFUSED },
  },
  {
    call: "read a day's takings",
    route: "GET /api/takings",
    prepare: reading("/api/takings?day=2026-12-01"),
    answers: cashiers([200]),
  },
];
