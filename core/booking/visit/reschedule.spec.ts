/** Checks when and to which days customers may move their booking. */
import { describe, expect, it } from "vitest";
import type { RejectionCode } from "../../log/rejection.ts";
import { specification } from "../../testing/decider-specification.ts";
import { requestedBooking } from "../../testing/requested-booking.ts";
import { FIRST_SCHEDULE } from "../../venue/time/opening-hours.ts";
import { instantAt } from "../../venue/time/venue-time.ts";
import { type BookingCommand, decide } from "../booking.ts";
import { hourOperations } from "../hold/hours.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import { evolve } from "../state/booking-evolve.ts";
import { type Booking, noBooking } from "../state/booking-state.ts";

const { given } = specification({ initial: noBooking, evolve, decide });

const NEW_YORK = "America/New_York";
const HOUR = 3_600_000;
const at = (day: string, hour: number, zone = NEW_YORK): Date => instantAt(day, hour, zone);

/** Two hours from the start, paid unless `events` say otherwise. */
const requested = (startsAt: Date): BookingEvent =>
  requestedBooking({
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 2 * HOUR).toISOString(),
  });
const paid: BookingEvent[] = [
  {
    type: "DownpaymentReceived",
    data: { paymentIntentId: "pi_1", chargeId: "ch_1", amountCents: 7_500 },
  },
  { type: "BookingConfirmed", data: {} },
];
const booked = (startsAt: Date): BookingEvent[] => [requested(startsAt), ...paid];
const movedTo = (startsAt: Date): BookingEvent => ({
  type: "BookingRescheduled",
  data: {
    startsAt: startsAt.toISOString(),
    endsAt: new Date(startsAt.getTime() + 2 * HOUR).toISOString(),
  },
});
const moving = (
  startDate: string,
  startsAt: Date | null,
  now: Date,
  timeZone = NEW_YORK,
  bookable = true,
): BookingCommand => ({
  type: "RescheduleBooking",
  startDate,
  startsAt,
  room: { bookable },
  now,
  timeZone,
  opening: FIRST_SCHEDULE,
});

// A Saturday, with an empty month before it.
const start = at("2026-12-12", 10);
const early = new Date("2026-12-01T15:00:00Z");
const monday = at("2026-12-14", 14);

describe("notice for rescheduling: 24 hours before the start", () => {
  it.each([
    ["25 h", 25 * HOUR, null],
    ["24 h to the millisecond", 24 * HOUR, null],
    ["a millisecond less", 24 * HOUR - 1, "RescheduleTooLate"],
    ["12 h", 12 * HOUR, "RescheduleTooLate"],
    ["at the start", 0, "RescheduleTooLate"],
    ["an hour in", -HOUR, "RescheduleTooLate"],
    ["at the end", -2 * HOUR, "BookingOver"],
  ] satisfies [string, number, RejectionCode | null][])("%s", (_, noticeMs, refused) => {
    const now = new Date(start.getTime() - noticeMs);
    const result = given(...booked(start)).when(moving("2026-12-14", monday, now));
    if (refused) result.expectRefused(refused);
    else result.expect(movedTo(monday));
  });

  // Elapsed hours count, whatever the wall clock does: Cairo's clocks go forward in the night before, New York's in the night to Sunday.
  it.each([
    ["Africa/Cairo", "2026-04-24", "2026-04-23T06:00:00Z", "2026-04-23T06:00:00.001Z"],
    ["America/New_York", "2026-03-09", "2026-03-08T13:00:00Z", "2026-03-08T13:00:00.001Z"],
    ["America/New_York", "2026-11-02", "2026-11-01T14:00:00Z", "2026-11-01T14:00:00.001Z"],
  ])("in %s on %s", (zone, day, last, tooLate) => {
    const opening = at(day, 9, zone);
    const target = new Date(opening.getTime() + 4 * 24 * HOUR);
    const targetDay = target.toISOString().slice(0, 10);
    const history = booked(opening);
    given(...history)
      .when(moving(targetDay, target, new Date(last), zone))
      .expect(movedTo(target));
    given(...history)
      .when(moving(targetDay, target, new Date(tooLate), zone))
      .expectRefused("RescheduleTooLate");
  });
});

it("does not move a visit in a room that visitors can no longer book", () => {
  const now = new Date(start.getTime() - 48 * HOUR);
  given(...booked(start))
    .when(moving("2026-12-14", monday, now, NEW_YORK, false))
    .expectRefused("RoomNotBookable");
  given(...booked(start))
    .when(moving("2026-12-12", start, now, NEW_YORK, false))
    .expect();
});

it("moves hours that were offered to who waited only once they are taken", () => {
  const offered = requestedBooking({
    startsAt: start.toISOString(),
    endsAt: new Date(start.getTime() + 2 * HOUR).toISOString(),
    holdUntil: new Date(early.getTime() + HOUR).toISOString(),
    waitlistEntryId: 7,
  });
  given(offered)
    .when(moving("2026-12-14", monday, early))
    .expectRefused("HoursAreOffered");
  given(offered, ...paid)
    .when(moving("2026-12-14", monday, early))
    .expect(movedTo(monday));
});

describe("the new date: within 60 days of the one first booked", () => {
  it.each([
    ["2027-02-10", true],
    ["2027-02-11", false],
  ])("%s: %s", (day, allowed) => {
    // 60 venue days after Saturday, December 12.
    const target = at(day, 10);
    const result = given(...booked(start)).when(moving(day, target, early));
    if (allowed) result.expect(movedTo(target));
    else result.expectRefused("InvalidBooking", "startDate");
  });

  it("counts days, not hours: a clock change in between moves no limit", () => {
    const october = at("2026-10-20", 9);
    const sixtieth = at("2026-12-19", 20);
    const now = new Date("2026-10-01T15:00:00Z");
    given(...booked(october))
      .when(moving("2026-12-19", sixtieth, now))
      .expect(movedTo(sixtieth));
    given(...booked(october))
      .when(moving("2026-12-21", at("2026-12-21", 9), now))
      .expectRefused("InvalidBooking", "startDate");
  });

  it("counts from the first booking, however often it has been moved", () => {
    const february = at("2027-02-08", 10);
    given(...booked(start), movedTo(february))
      .when(moving("2027-02-10", at("2027-02-10", 9), early))
      .expect(movedTo(at("2027-02-10", 9)));
    given(...booked(start), movedTo(february))
      .when(moving("2027-02-11", at("2027-02-11", 9), early))
      .expectRefused("InvalidBooking", "startDate");
  });

  it("may be earlier, and a visit far ahead can be moved too", () => {
    const sooner = at("2026-12-02", 10);
    given(...booked(start))
      .when(moving("2026-12-02", sooner, early))
      .expect(movedTo(sooner));
    const far = at("2027-06-01", 10);
    given(...booked(far))
      .when(moving("2027-06-02", at("2027-06-02", 10), early))
      .expect(movedTo(at("2027-06-02", 10)));
  });

  it.each([
    ["a Sunday", "2026-12-13", at("2026-12-13", 10), ["startDate"]],
    ["in the past", "2026-11-30", at("2026-11-30", 10), ["startTime"]],
    ["before opening", "2026-12-14", at("2026-12-14", 8), ["startTime"]],
    ["past closing", "2026-12-14", at("2026-12-14", 21), ["startTime"]],
    ["no whole hour", "2026-12-14", new Date(monday.getTime() + 60_000), ["startTime"]],
    ["on another day", "2026-12-15", monday, ["startTime"]],
    ["no time at all", "2026-12-14", null, ["startTime"]],
  ])("is not %s", (_, day, startsAt, paths) => {
    given(...booked(start))
      .when(moving(day, startsAt, early))
      .expectRefused("InvalidBooking", ...paths);
  });
});

describe("what can be moved", () => {
  const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "customer" } };
  it.each([
    ["paid", booked(start), null],
    [
      "paid in full",
      [...booked(start), { type: "PaymentMarked", data: { paymentStatus: "paid", amountCents: 7_500 } }],
      null,
    ],
    ["confirmed, to be paid at the venue", [requested(start), { type: "BookingConfirmed", data: {} }], null],
    ["cancelled", [...booked(start), cancelled], "BookingOver"],
    ["completed", [...booked(start), { type: "BookingCompleted", data: {} }], "BookingOver"],
    ["expired", [requested(start), { type: "BookingExpired", data: {} }], "HoldExpired"],
    ["an unpaid hold", [requested(start)], null],
  ] satisfies [string, BookingEvent[], RejectionCode | null][])("%s", (_, history, refused) => {
    const result = given(...history).when(moving("2026-12-14", monday, early));
    if (refused) result.expectRefused(refused);
    else result.expect(movedTo(monday));
  });

  it("does not include a hold past its deadline", () => {
    const deadline = new Date("2026-12-01T15:30:00Z");
    given(requested(start))
      .when(moving("2026-12-14", monday, deadline))
      .expectRefused("HoldExpired");
  });

  it("changes nothing if the visit is there already", () => {
    given(...booked(start))
      .when(moving("2026-12-12", start, early))
      .expectNothing();
    given()
      .when(moving("2026-12-12", start, early))
      .expectRefused("BookingNotFound");
  });
});

describe("the hour claims of a customer's move", () => {
  const state = (...events: BookingEvent[]): Booking => {
    const booking = events.reduce(evolve, noBooking);
    if (!booking.exists) throw new Error("no booking");
    return booking;
  };
  const change = (history: BookingEvent[], to: Date) =>
    hourOperations(state(...history), state(...history, movedTo(to)), () => null);

  it("are only the difference, claims before releases", async () => {
    expect(await change(booked(start), at("2026-12-12", 11))).toMatchObject([
      { operation: "claim", hours: [at("2026-12-12", 12)], heldUntil: null },
      { operation: "release", hours: [at("2026-12-12", 10)] },
    ]);
    expect(await change(booked(start), monday)).toMatchObject([
      { operation: "claim", hours: [at("2026-12-14", 14), at("2026-12-14", 15)] },
      { operation: "release", hours: [at("2026-12-12", 10), at("2026-12-12", 11)] },
    ]);
  });

  it("keep an unpaid hold's deadline", async () => {
    expect(await change([requested(start)], at("2026-12-12", 11))).toMatchObject([
      { operation: "claim", hours: [at("2026-12-12", 12)], heldUntil: new Date("2026-12-01T15:30:00Z") },
      // Until the old hours are released, they say which address the new ones count for.
      { operation: "carry_caller", hours: [at("2026-12-12", 12)], from: at("2026-12-12", 10) },
      { operation: "release" },
    ]);
  });
});
