/** The part of the role matrix about the board, the log, erasure and the settings: each call, and what staff of each role are answered. */
import type { StaffWorld } from "../../testing/staff-fixture.ts";
import {
  allStaff,
  managers,
  ROLE_REFUSED,
  reading,
  type StaffCall,
  workingStaff,
} from "./role-matrix-parts-fixture.ts";

export const OPERATION_CALLS: readonly StaffCall[] = [
  {
    call: "see a day on the board",
    route: "GET /api/board",
    prepare: reading("/api/board?day=2026-12-01"),
    answers: workingStaff([200]),
  },
  {
    call: "see who waits for hours of a day",
    route: "GET /api/waitlist",
    prepare: reading("/api/waitlist?day=2026-12-01"),
    answers: workingStaff([200]),
  },
  {
    call: "offer hours out of turn to an entry that there is not",
    route: "POST /api/waitlist/{id}/offer",
    prepare: () => ({ method: "POST", path: "/api/waitlist/999999/offer", body: { reason: "A mistake" } }),
    answers: managers([404, "Waitlist entry not found"]),
  },
  {
    call: "ask again for a refund that there is not",
    route: "POST /api/bookings/{id}/refunds/{refundId}/retry",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/refunds/none/retry`,
    }),
    answers: workingStaff([404, "This booking has no such refund"]),
  },
  {
    call: "change one's password without the current one",
    route: "POST /api/auth/password",
    prepare: () => ({
      method: "POST",
      path: "/api/auth/password",
      body: { currentPassword: "not it", password: "a longer one" },
    }),
    answers: allStaff([403, "This is not your current password"]),
  },
  {
    call: "pay with a test token, which the booking's own customer may as well",
    route: "POST /api/bookings/{id}/payment",
    prepare: async (world: StaffWorld) => ({
      method: "POST",
      path: `/api/bookings/${await world.book()}/payment`,
      body: { stripeToken: "tok_visa" },
    }),
    answers: workingStaff([200, "Payment successful! Your booking is confirmed."]),
    outsiders: { customer: [404, "Booking not found"] },
  },
  {
    call: "try out the connection to Microsoft Graph",
    route: "GET /api/test-outlook-graph",
    prepare: reading("/api/test-outlook-graph"),
    answers: workingStaff([200]),
  },
  {
    call: "send a test email",
    route: "POST /api/test-email",
    prepare: () => ({ method: "POST", path: "/api/test-email" }),
    answers: workingStaff([200]),
  },
  {
    call: "read a bundle of the log's entries that there is not",
    route: "GET /log/tile/entries/{tile}",
    prepare: reading("/log/tile/entries/999"),
    answers: { ...allStaff([404, "There is nothing at this address"]), staff: ROLE_REFUSED },
  },
  {
    call: "see who asks to be erased",
    route: "GET /api/erasures",
    prepare: reading("/api/erasures"),
    answers: { staff: ROLE_REFUSED, manager: ROLE_REFUSED, admin: [200] },
  },
  {
    call: "erase a person without data",
    route: "POST /api/erasures",
    prepare: () => ({
      method: "POST",
      path: "/api/erasures",
      body: { email: "unknown@nowhere.example.test", confirm: "unknown@nowhere.example.test" },
    }),
    answers: {
      staff: ROLE_REFUSED,
      manager: ROLE_REFUSED,
      admin: [200, "There is no data under this email"],
    },
  },
  {
    call: "read the log in plain words",
    route: "GET /api/audit/events",
    prepare: reading("/api/audit/events?type=BookingRequested&limit=1"),
    answers: { ...allStaff([200]), staff: ROLE_REFUSED },
  },
  {
    call: "read the kinds of events",
    route: "GET /api/audit/kinds",
    prepare: reading("/api/audit/kinds"),
    answers: { ...allStaff([200]), staff: ROLE_REFUSED },
  },
  {
    call: "read a booking as of now",
    route: "GET /api/audit/bookings/{id}",
    prepare: async (world: StaffWorld) => ({ path: `/api/audit/bookings/${await world.book()}` }),
    answers: { ...allStaff([200]), staff: ROLE_REFUSED },
  },
  {
    call: "read a room's day as of now",
    route: "GET /api/audit/rooms/{id}",
    prepare: reading("/api/audit/rooms/1?day=2026-12-12"),
    answers: { ...allStaff([200]), staff: ROLE_REFUSED },
  },
  {
    call: "take the proofs of a stream that there is not",
    route: "GET /api/audit/proofs",
    prepare: reading("/api/audit/proofs?stream=booking-999999"),
    answers: { ...allStaff([404, "There is no event of this stream"]), staff: ROLE_REFUSED },
  },
  {
    call: "take the proof of an event that there is not",
    route: "GET /log/proof/{index}",
    prepare: reading("/log/proof/999999"),
    answers: { ...allStaff([404, "There is nothing at this address"]), staff: ROLE_REFUSED },
  },
  {
    call: "export the log under a head that there is not",
    route: "GET /log/export",
    prepare: reading("/log/export?size=999999"),
    answers: { ...allStaff([404, "This log has not signed this checkpoint"]), staff: ROLE_REFUSED },
  },
  // The last of the table: it ends each caller's session.
  {
    call: "log out everywhere",
    route: "POST /api/auth/logout-everywhere",
    prepare: () => ({ method: "POST", path: "/api/auth/logout-everywhere" }),
    answers: allStaff([200, "You have been logged out on every device."]),
  },
];
