/** Checks that every event of the log has an event text, and what it says. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { RawEvent } from "../../core/log/stream.ts";
import { DESCRIBED_CATEGORIES, describeEvent } from "./event-texts.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";

const event = (stream: string, type: string, data: unknown, schemaVersion = 1): RawEvent => ({
  stream,
  version: 1,
  type,
  schemaVersion,
  data,
  meta: { actor: { kind: "system" }, requestId: "spec" },
  commandId: "spec",
  occurredAt: new Date("2026-12-01T15:00:00Z"),
  at: { epoch: 1, xid: 1n, position: 1 },
});

const KNOWN = {
  timeZone: "America/New_York",
  disputedCents: () => 7_500,
  roomName: (id: number) => (id === 2 ? "Auditorium" : `room ${id}`),
  staffName: (id: number) => (id === 3 ? "Anna Berg" : `staff ${id}`),
};

const told = (...given: Parameters<typeof event>): string => describeEvent(event(...given), KNOWN);

const OFFER = {
  entryId: 7,
  bookingId: 42,
  roomId: 2,
  startTime: "2026-12-12T23:00:00.000Z",
  endTime: "2026-12-13T01:00:00.000Z",
  until: "2026-12-02T03:00:00.000Z",
  number: 1,
  open: [{ id: 3, why: "does not fit" }, { id: 5, why: "already offered" }, { id: 7 }],
};

/** A new category of streams needs event texts; without them auditors could not read its events. */
it("knows each category of streams that the core defines", () => {
  const defined = readdirSync("core", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.ts$/.test(file) && !/(\.(test|spec)|-fixture)\.ts$/.test(file))
    .map((file) => readFileSync(`core/${file}`, "utf8"))
    .flatMap((source) => [...source.matchAll(/defineStream\(\{\s*category: "([a-z-]+)"/g)])
    .map(([, category]) => category);
  expect(defined.length).toBeGreaterThan(4);
  expect([...DESCRIBED_CATEGORIES].sort()).toEqual(defined.sort());
});

it.each([
  [
    event("booking-42", "BookingRescheduled", {
      startsAt: "2026-12-12T14:00:00.000Z",
      endsAt: "2026-12-12T16:00:00.000Z",
    }),
    "Booking 42: moved to Sat, Dec 12, 2026, 9:00 AM – 11:00 AM",
  ],
  [
    event("booking-42", "BookingCancelled", { cancelledBy: "venue", reasonId: PERSON }),
    "Booking 42: cancelled by the venue",
  ],
  [
    event("booking-42", "DisputeClosed", { disputeId: "dp_1", outcome: "won" }),
    "Booking 42: dispute won: $75.00 returned to the venue",
  ],
  // An event of version 1, which had no other purpose.
  [
    event("booking-42", "PaymentIntentOpened", { paymentIntentId: "pi_1", amountCents: 7_500 }),
    "Booking 42: payment of $75.00 opened",
  ],
  [
    event("customer-7", "CustomerRegistered", { personId: PERSON }),
    "Customer 7 registered; a mail asks them to verify their email",
  ],
  [
    event("series-7", "SeriesBooked", {
      reference: PERSON,
      repeat: { every: 2 },
      firstDay: "2026-12-15",
      lastDay: "2026-12-29",
      roomId: 2,
      hours: { start: 18, end: 20 },
      duration: "hourly",
      payment: null,
      dates: [
        { bookingId: 42, day: "2026-12-15" },
        { bookingId: 43, day: "2026-12-29" },
      ],
    }),
    "Series 7 of 2 dates: every 2 weeks from 2026-12-15 to 2026-12-29, Auditorium, 18:00 – 20:00; bookings 42, 43",
  ],
  [
    event("series-7", "SeriesExtended", {
      lastDay: "2027-01-12",
      dates: [{ bookingId: 44, day: "2027-01-12" }],
    }),
    "Series 7 extended by 1 date until 2027-01-12: booking 44",
  ],
  [
    event("series-7", "SeriesMoved", { roomId: 2, hours: { start: 19, end: 21 } }),
    "Further dates of series 7 take place in Auditorium, 19:00 – 21:00",
  ],
  [
    event("waitlist-1", "WaitlistJoined", {
      entryId: 7,
      offersBefore: 0,
      joinedAt: "2026-12-01T15:00:00.000Z",
      personId: PERSON,
      userId: null,
      heldBy: "mailbox",
      roomIds: [2, 4],
      anyRoom: false,
      day: "2026-12-12",
      until: "2026-12-13",
      from: 18,
      to: 22,
      hours: 2,
      attendees: null,
      duration: "hourly",
      eventType: "Rehearsal",
      engineerRequired: false,
    }),
    "Entry 7 joined the waitlist: 2 hours from 2026-12-12 to 2026-12-13, between 18:00 and 22:00, Auditorium or room 4",
  ],
  [
    event("waitlist-1", "HoursOffered", OFFER),
    "Entry 7 was offered Auditorium, Sat, Dec 12, 2026, 6:00 PM – 8:00 PM, as booking 42, until Tue, Dec 1, 2026, 10:00 PM; before it were entry 3 (does not fit), entry 5 (already offered)",
  ],
  [
    event("waitlist-1", "HoursOffered", { ...OFFER, open: [{ id: 7 }, { id: 9 }] }),
    "Entry 7 was offered Auditorium, Sat, Dec 12, 2026, 6:00 PM – 8:00 PM, as booking 42, until Tue, Dec 1, 2026, 10:00 PM; it was the first in order",
  ],
  [
    event("waitlist-1", "HoursOffered", { ...OFFER, override: "Their show moved to this day" }),
    "Entry 7 was offered Auditorium, Sat, Dec 12, 2026, 6:00 PM – 8:00 PM, as booking 42, until Tue, Dec 1, 2026, 10:00 PM; staff offered it out of turn: Their show moved to this day",
  ],
  [event("waitlist-1", "OfferClaimed", { entryId: 7, bookingId: 42 }), "Entry 7 took its offer, booking 42"],
  [
    event("waitlist-1", "OfferDeclined", { entryId: 7, bookingId: 42 }),
    "The offer of booking 42 to entry 7 was declined, or cancelled by staff",
  ],
  [
    event("waitlist-1", "WaitlistLeft", { entryId: 7, why: "lapses" }),
    "Entry 7 left the waitlist: two offers ran out",
  ],
  [event("staff-3", "StaffSignedIn", {}), "Anna Berg logged in"],
  [
    event("staff-3", "StaffAccountCreated", { personId: PERSON, role: "auditor" }),
    "Account of Anna Berg created, with the role auditor",
  ],
  [
    event("second-factor-policy-1", "SecondFactorPolicySet", { roles: ["admin", "manager"] }),
    "A second factor is required for admin, manager",
  ],
  [
    event("second-factor-policy-1", "SecondFactorPolicySet", { roles: [] }),
    "A second factor is no longer required for any role",
  ],
  [
    event("inquiry-5", "InquiryReceived", { personId: PERSON, interestedRoom: "classroom" }),
    "Message 5 received, about the room classroom",
  ],
  [event("inquiry-5", "InquiryAnswered", { answerId: PERSON }), "Message 5 answered by mail"],
  [event("inquiry-5", "InquiryBooked", { bookingId: 42 }), "Message 5 became booking 42"],
  [event("inquiry-5", "InquiryDone", {}), "Message 5 done"],
  [event("inquiry-5", "InquiryReopened", {}), "Message 5 reopened"],
  [
    event("block-4", "BlockPlaced", {
      roomIds: [2, 3],
      startsAt: "2026-12-12T14:00:00.000Z",
      endsAt: "2026-12-12T16:00:00.000Z",
      reason: "Repairs",
      public: true,
      kept: [42],
    }),
    "Closure 4: Auditorium, room 3 closed on Sat, Dec 12, 2026, 9:00 AM – 11:00 AM, with a public reason; bookings kept: booking 42",
  ],
  [
    event("block-5", "BlockPlaced", {
      roomIds: [2],
      startsAt: "2026-12-24T14:00:00.000Z",
      endsAt: "2026-12-27T03:00:00.000Z",
      reason: "Holidays",
      public: false,
      kept: [],
    }),
    "Closure 5: Auditorium closed from Thu, Dec 24, 2026, 9:00 AM to Sat, Dec 26, 2026, 10:00 PM",
  ],
  [event("block-4", "BlockLifted", {}), "Closure 4 reopened"],
  [
    event("block-4", "BlockReasonSet", { reasonId: PERSON }),
    "Reason of closure 4 replaced; the earlier text is erased",
  ],
  [event("block-4", "BlockReasonRemoved", {}), "Reason of closure 4 removed; its text is erased"],
])("reads: $1", (raw, text) => {
  expect(describeEvent(raw, KNOWN)).toBe(text);
});

it.each([
  ["of a stream that it does not know", "organ-1", "OrganTuned", {}, 1],
  ["of a type that it does not know", "booking-42", "BookingBlessed", {}, 1],
  ["of newer code", "booking-42", "BookingConfirmed", {}, 9],
  ["with invalid data", "booking-42", "PaymentMarked", { paymentStatus: "rich" }, 1],
  ["with the name of a property of every object", "staff-3", "constructor", {}, 1],
])("says of an event %s that it has no event text", (_, stream, type, data, schemaVersion) => {
  expect(told(stream, type, data, schemaVersion)).toBe(
    `${type}: an event that this version of the product cannot describe`,
  );
});
