/** Checks that the payload and its price are right, and that a retry keeps its key. */
import { describe, expect, it } from "vitest";
import { BookingSubmission } from "../../../../../bff/contract/booking.ts";
import type { Room } from "../../../../../bff/contract/room.ts";
import { randomKey } from "../../../browser/random-key.ts";
import { quote } from "../../../format/quote.ts";
import { type BookingChoice, spanOf } from "../../../session/booking-choice.ts";
import { type BookingFieldsInput, bookingFields } from "./booking-fields.ts";
import { buildSubmission, withIdempotencyKey } from "./submission.ts";

const room: Room = {
  id: 3,
  name: "Media Production",
  slug: "media-production",
  description: "",
  capacity: 12,
  hourlyRate: "75.00",
  halfDayRate: "260.00",
  fullDayRate: "480.01",
  features: [],
  equipment: [],
  imageUrl: "",
  images: [],
  photos: [],
  category: "premium",
  displayOrder: 1,
  bookable: true,
  engineerAvailable: true,
  timeZone: "America/New_York",
  nextFreeAt: null,
  openDay: null,
};

const typed: BookingFieldsInput = {
  firstName: " Ada ",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+1 (718) 555-0142",
  eventType: "Workshop",
  engineerRequired: false,
  attendees: "4",
  specialRequirements: "",
  terms: true,
};
const fields = (next: Partial<BookingFieldsInput> = {}) =>
  bookingFields({ capacity: 12, dialog: false }).parse({
    ...typed,
    ...next,
  });

const choice = (next: Partial<BookingChoice> = {}): BookingChoice => ({
  day: "2026-12-12",
  startHour: 20,
  duration: "hourly",
  hourCount: 2,
  ...next,
});

function submit(chosen: BookingChoice, next: Partial<BookingFieldsInput> = {}, of = room) {
  const span = spanOf(chosen, of.timeZone);
  if (!span) throw new Error("no span");
  const typedFields = fields(next);
  return buildSubmission(of, chosen, span, typedFields, quote(of, chosen, typedFields.engineerRequired));
}

describe("buildSubmission", () => {
  it("sends the venue day and UTC instants, even if they are on the next day in UTC", () => {
    expect(submit(choice())).toEqual({
      roomId: 3,
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      phone: "+1 (718) 555-0142",
      startDate: "2026-12-12",
      startTime: "2026-12-13T01:00:00.000Z",
      endTime: "2026-12-13T03:00:00.000Z",
      eventType: "Workshop",
      attendees: 4,
      specialRequirements: null,
      engineerRequired: false,
      bookingDuration: "hourly",
      hourCount: 2,
      totalAmount: "150.00",
      downpaymentAmount: "75.00",
      remainingAmount: "75.00",
      terms: true,
    });
  });

  it.each([
    ["hourly", 3, "375.00", "187.50", "187.50"],
    ["half-day", null, "460.00", "230.00", "230.00"],
    ["full-day", null, "880.01", "440.01", "440.00"],
  ] as const)(
    "prices %s with an engineer as the ticket shows it",
    (duration, hourCount, total, down, rest) => {
      const sent = submit(choice({ startHour: 9, duration, hourCount: 3 }), { engineerRequired: true });
      expect(sent).toMatchObject({
        bookingDuration: duration,
        hourCount,
        engineerRequired: true,
        totalAmount: total,
        downpaymentAmount: down,
        remainingAmount: rest,
      });
    },
  );

  it("requests no engineer in a room that has none", () => {
    const without = { ...room, engineerAvailable: false };
    expect(submit(choice(), { engineerRequired: true }, without)).toMatchObject({
      engineerRequired: false,
      totalAmount: "150.00",
    });
    expect(quote(without, choice(), true).engineerCents).toBe(0);
  });

  it("matches the contract", () => {
    expect(
      BookingSubmission.safeParse(submit(choice(), { attendees: "", specialRequirements: "Piano" })).success,
    ).toBe(true);
  });
});

describe("keyed", () => {
  it("keeps the key for the same body and changes it with the body", () => {
    let made = 0;
    const newKey = () => `key-${++made}`;
    const first = withIdempotencyKey(null, submit(choice()), newKey);
    expect(withIdempotencyKey(first, submit(choice()), newKey)).toBe(first);
    expect(withIdempotencyKey(first, submit(choice({ hourCount: 1 })), newKey).key).toBe("key-2");
    expect(withIdempotencyKey(first, submit(choice(), { phone: "12345" }), newKey).key).toBe("key-3");
  });

  it("makes unique keys", () => {
    expect(randomKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(randomKey()).not.toBe(randomKey());
  });
});
