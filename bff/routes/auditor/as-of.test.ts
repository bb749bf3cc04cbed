/** Checks that auditors see, as of an instant, what all callers saw then, for random instants of random histories. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BookingChange } from "../../../core/booking/booking.ts";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import { formatPosition } from "../../../core/log/position.ts";
import { bookingRequest, testMeta } from "../../../core/testing/test-core.ts";
import { isClosedDay, slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { addDays } from "../../../core/venue/time/venue-time.ts";
import { readPositions } from "../../../projections/engine/cursor.ts";
import { AuditBooking, AuditRoomDay } from "../../contract/auditor/audit.ts";
import { type Colleague, type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

const ROOMS = [2, 5];
const DAYS = ["2027-01-11", "2027-01-12"];

let world: StaffWorld;
let manager: Colleague;
let token: string;
const ids: number[] = [];

beforeAll(async () => {
  world = await startStaffWorld();
  manager = await world.hire("manager");
});
afterAll(() => world.close());

const step = fc.record({
  kind: fc.constantFrom(
    "book",
    "book",
    "book",
    "confirm",
    "complete",
    "cancel",
    "release",
    "mark",
    "move",
    "expire",
  ),
  which: fc.nat(10_000),
  minutes: fc.integer({ min: 1, max: 40 }),
});

const change = (id: number, command: BookingChange) =>
  handleBooking(world.core, id, command, { commandId: randomUUID(), meta: testMeta });

async function carryOut({ kind, which }: { kind: string; which: number }): Promise<void> {
  const { core, clock } = world;
  const now = clock.now();
  const roomId = ROOMS[which % ROOMS.length] ?? 2;
  const day = DAYS[which % 3 === 0 ? 1 : 0] ?? "";
  const startsAt = slotStarts(day, core.timeZone)[which % 10] ?? now;
  if (kind === "book") {
    const request = bookingRequest(core, { roomId, startsAt, hours: 1 + (which % 3) });
    // A step may ask for taken hours and be refused; that is a history as well.
    const outcome = await requestBooking(core, request, testMeta);
    if (outcome.ok) ids.push(outcome.value.id);
  }
  const id = ids[which % ids.length];
  if (id === undefined) return;
  const { timeZone } = core;
  if (kind === "confirm") await change(id, { type: "ConfirmBooking" });
  if (kind === "complete") await change(id, { type: "CompleteBooking" });
  if (kind === "cancel") await change(id, { type: "CancelBooking", cancelledBy: "customer", now });
  if (kind === "release") await change(id, { type: "ReleaseHold" });
  if (kind === "expire") await change(id, { type: "ExpireBooking", now });
  if (kind === "mark")
    await change(id, { type: "MarkPayment", paymentStatus: which % 2 ? "paid" : "downpaid" });
  if (kind === "move")
    await change(id, {
      type: "RescheduleBooking",
      startDate: day,
      startsAt,
      room: { bookable: true },
      now,
      timeZone,
      opening: core.settings.schedule(),
    });
}

const get = async (path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> => {
  const answer = await world.call(path, { token, headers });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** The compared fields of a booking: those that both calls answer. */
const stateOf = (booking: Record<string, unknown>) => ({
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  expired: booking.expired,
  cancelledBy: booking.cancelledBy,
  roomId: booking.roomId,
  roomName: booking.roomName,
  startTime: booking.startTime,
  endTime: booking.endTime,
  hourCount: booking.hourCount,
  totalAmount: booking.totalAmount,
  downpaymentAmount: booking.downpaymentAmount,
  receivedAmount: booking.receivedAmount,
  refundedAmount: booking.refundedAmount,
  refundUnderWayAmount: booking.refundUnderWayAmount,
});

interface Seen {
  instant: Date;
  /** The number of events up to that minute. The worker's cron job may append one more at the same instant: it expires overdue holds. */
  events: number;
  bookings: Map<number, unknown>;
  days: Map<string, unknown>;
}

/** Steps are at least a minute apart. */
async function countEvents(instant: Date): Promise<number> {
  const until = new Date(instant.getTime() + 59_999);
  const [row] = await world.sql<{ count: number }[]>`
    select count(*)::int as count from events where occurred_at <= ${until}`;
  return row?.count ?? 0;
}

/** The bookings and days as staff and visitors see them at this moment. */
async function look(): Promise<Seen> {
  const events = await countEvents(world.clock.now());
  const { head } = await readPositions(world.sql);
  const bookings = new Map<number, unknown>();
  for (const id of ids) bookings.set(id, stateOf(await get(`/api/bookings/${id}`)));
  const days = new Map<string, unknown>();
  for (const roomId of ROOMS) {
    for (const day of DAYS) {
      const path = `/api/rooms/${roomId}/bookings?startDate=${day}&endDate=${day}`;
      days.set(`${roomId}?day=${day}`, await get(path, { "read-after": formatPosition(head) }));
    }
  }
  return { instant: world.clock.now(), events, bookings, days };
}

const atInstant = (instant: Date): string => `at=${instant.toISOString()}`;

/** The same bookings, as auditors see them as of that instant. */
async function bookingsAsOf(instant: Date, { bookings }: Seen): Promise<Seen["bookings"]> {
  const then: Seen["bookings"] = new Map();
  for (const id of bookings.keys()) {
    const { booking } = AuditBooking.parse(await get(`/api/audit/bookings/${id}?${atInstant(instant)}`));
    then.set(id, booking && stateOf(booking));
  }
  return then;
}

/** The same days, as auditors see them. */
async function daysAsOf(instant: Date, { days }: Seen): Promise<Seen["days"]> {
  const then: Seen["days"] = new Map();
  for (const place of days.keys()) {
    const day = AuditRoomDay.parse(await get(`/api/audit/rooms/${place}&${atInstant(instant)}`));
    const spans = day.bookings.map(({ startTime, endTime, heldUntil }) => ({
      startTime,
      endTime,
      held: heldUntil !== null,
      heldUntil,
    }));
    then.set(place, spans);
  }
  return then;
}

it("is what the live calls showed then, for any instant of any history", async () => {
  const seen: Seen[] = [];
  // These bookings make sure that a history has some: a random step may ask only for taken hours.
  for (const which of [0, 5, 8, 13]) await carryOut({ kind: "book", which });
  expect(ids).toHaveLength(4);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 12 }),
      fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
      async (steps, instants) => {
        // A session ends after twelve hours of the clock.
        token = await world.logIn(manager.username);
        for (const one of steps) {
          world.clock.advanceMinutes(one.minutes);
          await carryOut(one);
          seen.push(await look());
        }
        for (const which of instants) {
          const then = seen[which % seen.length];
          if (!then || (await countEvents(then.instant)) !== then.events) continue;
          expect(await bookingsAsOf(then.instant, then)).toEqual(then.bookings);
          expect(await daysAsOf(then.instant, then)).toEqual(then.days);
          // Its bookings stayed the same until just before the next step.
          const after = new Date(then.instant.getTime() + (which % 59_999));
          expect(await bookingsAsOf(after, then)).toEqual(then.bookings);
        }
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);

it("has a stop for each step of the slider, the hours of each booking, and nothing before the first event", async () => {
  const { core, clock } = world;
  token = await world.logIn(manager.username);
  const day = "2027-02-03";
  const at = () => clock.now().toISOString();
  const [nine = clock.now(), ten = clock.now()] = slotStarts(day, core.timeZone);
  const before = at();
  clock.advanceMinutes(1);
  const outcome = await requestBooking(core, bookingRequest(core, { roomId: 3, startsAt: nine }), testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id } = outcome.value;
  clock.advanceMinutes(1);
  await change(id, { type: "ConfirmBooking" });
  const confirmed = at();
  clock.advanceMinutes(1);
  const { timeZone } = core;
  await change(id, {
    type: "RescheduleBooking",
    startDate: day,
    startsAt: ten,
    room: { bookable: true },
    now: clock.now(),
    timeZone,
    opening: core.settings.schedule(),
  });

  const read = async (query: string) => {
    const { hours, changes } = AuditRoomDay.parse(await get(`/api/audit/rooms/3?day=${day}${query}`));
    const taken = hours.filter(({ bookingId }) => bookingId !== null);
    expect(changes.map(({ text }) => text)).toEqual([
      expect.stringMatching(new RegExp(`^Booking ${id}: requested for Wed, Feb 3, 2027, 9:00 AM`)),
      `Booking ${id}: confirmed`,
      `Booking ${id}: moved to Wed, Feb 3, 2027, 10:00 AM – 11:00 AM`,
    ]);
    expect(hours).toHaveLength(13);
    return taken.map(({ startTime, bookingId }) => [startTime, bookingId]);
  };
  expect(await read(`&at=${before}`)).toEqual([]);
  expect(await read(`&at=${confirmed}`)).toEqual([[nine.toISOString(), id]]);
  expect(await read("")).toEqual([[ten.toISOString(), id]]);

  const early = AuditBooking.parse(await get(`/api/audit/bookings/${id}?at=${before}`));
  expect(early.booking).toBeNull();
  expect(early.events.map(({ counted }) => counted)).toEqual([false, false, false]);
  const { booking, events } = AuditBooking.parse(await get(`/api/audit/bookings/${id}?at=${confirmed}`));
  expect(booking).toMatchObject({
    text: expect.stringMatching(/^Confirmed, unpaid; \$[\d.]+ due at the venue$/),
    startTime: nine.toISOString(),
  });
  expect(events.map(({ type, counted }) => [type, counted])).toEqual([
    ["BookingRequested", true],
    ["BookingConfirmed", true],
    ["BookingRescheduled", false],
  ]);
  // A Sunday has no hours; a day that was never booked has no changes.
  const sunday = addDays(day, 4);
  expect(isClosedDay(sunday)).toBe(true);
  expect(await get(`/api/audit/rooms/3?day=${sunday}`)).toMatchObject({ hours: [], changes: [] });
});
