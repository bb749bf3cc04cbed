/** Checks that a room's turnaround stays free between any two of its visits, by whichever command hours are claimed. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPaymentWorld } from "../adapters/stripe/payment-fixture.ts";
import { closeRooms, reopenRooms } from "../closure/handle.ts";
import type { Core } from "../context.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import type { PaymentGateway } from "../payment/gateway.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { changeRoom } from "../venue/handle.ts";
import { seedVenue } from "../venue/seed-venue.ts";
import { isClosedDay } from "../venue/time/opening-hours.ts";
import { addDays, hoursBetween, instantAt } from "../venue/time/venue-time.ts";
import type { BookingChange } from "./booking.ts";
import { handleBooking, loadBooking } from "./handle.ts";
import { bookingsOnHours } from "./hold/hours.ts";
import { requestBooking } from "./request-booking.ts";

const ROOM = 4;
const OTHER = 5;
const PLAIN = 6;
let database: TestDatabase;
let gateway: PaymentGateway;
let close: () => Promise<void>;
let core: Core & { clock: TestClock };
let day = "2027-02-01";

const turn = (roomId: number, turnaroundHours: number) =>
  changeRoom(core, roomId, { turnaroundHours }, { meta: testMeta });

beforeAll(async () => {
  database = await createTestDatabase({ max: 32 });
  const payments = await createPaymentWorld(database);
  gateway = (await payments.start()).gateway;
  close = payments.close;
  await seedVenue(database.ownerSql);
  core = await createTestCore(database);
  await turn(ROOM, 2);
  await turn(OTHER, 1);
});
afterAll(() => close());
/** Each test uses its own day. */
beforeEach(() => {
  do day = addDays(day, 1);
  while (isClosedDay(day));
});

const at = (hour: number): Date => instantAt(day, hour, core.timeZone);
const book = (hour: number, hours = 1, roomId = ROOM) =>
  requestBooking(core, bookingRequest(core, { roomId, startsAt: at(hour), hours }), testMeta);
async function booked(...asked: Parameters<typeof book>): Promise<number> {
  const outcome = await book(...asked);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}
const change = (id: number, command: BookingChange) =>
  handleBooking(core, id, command, { commandId: randomUUID(), meta: testMeta });
const rules = () => ({
  now: core.clock.now(),
  timeZone: core.timeZone,
  opening: core.settings.schedule(),
});
const cancel = (id: number) =>
  change(id, { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() });
function move(id: number, hour: number, hours: number, roomId = ROOM) {
  const room = core.rooms.byId(roomId);
  if (!room) throw new Error(`No room ${roomId}`);
  return change(id, {
    type: "MoveBooking",
    startsAt: at(hour),
    endsAt: at(hour + hours),
    room,
    withdrawnIntentId: null,
    ...rules(),
  });
}
const SLOT_TAKEN = { ok: false, rejection: { code: "SlotTaken" } };

describe("a room's turnaround", () => {
  it("is free before and after a visit, shared by two, and other rooms have their own", async () => {
    await booked(12, 2);
    for (const hour of [10, 11, 14, 15]) expect(await book(hour)).toMatchObject(SLOT_TAKEN);
    expect(await book(9, 2)).toMatchObject(SLOT_TAKEN);
    expect((await book(9)).ok).toBe(true);
    expect((await book(16)).ok).toBe(true);
    await booked(12, 2, OTHER);
    expect(await book(14, 1, OTHER)).toMatchObject(SLOT_TAKEN);
    expect((await book(15, 1, OTHER)).ok).toBe(true);
    await booked(12, 2, PLAIN);
    expect((await book(14, 1, PLAIN)).ok).toBe(true);
  });

  it("applies to moves, other lengths and bookings that are active again, and no visit conflicts with itself", async () => {
    const first = await booked(9, 1);
    const second = await booked(16, 2);
    const start = {
      type: "RescheduleBooking",
      startDate: day,
      room: { bookable: true },
      ...rules(),
    } as const;
    expect(await change(second, { ...start, startsAt: at(11) })).toMatchObject(SLOT_TAKEN);
    expect((await change(second, { ...start, startsAt: at(15) })).ok).toBe(true);
    expect(await move(second, 11, 3)).toMatchObject(SLOT_TAKEN);
    expect((await move(second, 14, 4)).ok).toBe(true);
    expect((await move(second, 12, 3)).ok).toBe(true);

    const third = await booked(20, 1, OTHER);
    expect(await move(third, 16, 1)).toMatchObject(SLOT_TAKEN);
    expect((await move(third, 17, 1)).ok).toBe(true);

    await cancel(first);
    expect(await book(10)).toMatchObject(SLOT_TAKEN);
    await cancel(second);
    const instead = await booked(10);
    expect(await change(first, { type: "CompleteBooking" })).toMatchObject(SLOT_TAKEN);
    expect(await change(second, { type: "ConfirmBooking" })).toMatchObject(SLOT_TAKEN);
    await cancel(instead);
    expect((await change(first, { type: "CompleteBooking" })).ok).toBe(true);
    expect((await change(second, { type: "ConfirmBooking" })).ok).toBe(true);
    expect((await checkHourClaims(core.sql)).faults).toEqual([]);
  });

  it("is not needed beside closed hours, and an overdue hold keeps none", async () => {
    const placed = await closeRooms(
      core,
      gateway,
      {
        roomIds: [ROOM],
        startsAt: at(12),
        endsAt: at(14),
        reason: "Repairs",
        public: true,
        bookings: new Map(),
      },
      testMeta,
    );
    if (!placed.ok) throw new Error(placed.rejection.code);
    const before = await booked(11);
    await booked(14);
    const now = core.clock.now();
    expect(await book(9)).toMatchObject(SLOT_TAKEN);
    const wanted = { roomId: ROOM, startsAt: at(9), endsAt: at(10) };
    expect(await bookingsOnHours(core.sql, null, wanted, now)).toEqual([{ bookingId: before, due: false }]);
    core.clock.advanceMinutes(31);
    expect((await book(9)).ok).toBe(true);
    expect((await loadBooking(core, before)).state).toMatchObject({ status: "cancelled", expired: true });
    await reopenRooms(core, placed.value.id, testMeta);
  });

  it("applies to new claims once it is set, even from a process that remembers another", async () => {
    const visit = await booked(12, 1, PLAIN);
    await booked(13, 1, PLAIN);
    const away = await booked(18, 1, PLAIN);
    // Another process, which has not seen the change.
    const unaware = await createTestCore(database, core.clock);
    await turn(PLAIN, 1);
    const command = {
      type: "RescheduleBooking",
      startDate: day,
      startsAt: at(14),
      room: { bookable: true },
      ...rules(),
    } as const;
    const context = { commandId: randomUUID(), meta: testMeta };
    expect(await handleBooking(unaware, away, command, context)).toMatchObject(SLOT_TAKEN);
    const late = bookingRequest(unaware, { roomId: PLAIN, startsAt: at(14) });
    expect(await requestBooking(unaware, late, testMeta)).toMatchObject(SLOT_TAKEN);
    expect((await move(visit, 11, 1, PLAIN)).ok).toBe(true);
    await turn(PLAIN, 0);
    expect((await book(12, 1, PLAIN)).ok).toBe(true);
  });
});

describe("concurrent claims", () => {
  it("wait for one that is not committed yet, in its room only", async () => {
    const waiting = async () =>
      (
        await database.ownerSql`
          select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      ).length;
    const beside = await database.sql.begin(async (tx) => {
      const inTransaction = { ...core, sql: tx as unknown as Core["sql"] }; // only queries are made with it
      const request = bookingRequest(core, { roomId: ROOM, startsAt: at(12) });
      expect((await requestBooking(inTransaction, request, testMeta)).ok).toBe(true);
      const asked = book(14);
      await expect.poll(waiting).toBe(1);
      expect((await book(13, 1, OTHER)).ok).toBe(true);
      return { asked };
    });
    expect(await beside.asked).toMatchObject(SLOT_TAKEN);
  });

  it("never come nearer to each other than the turnaround, without a deadlock", async () => {
    const deadlocks = async () =>
      Number(
        (
          await database.ownerSql`select deadlocks from pg_stat_database where datname = current_database()`
        )[0]?.deadlocks,
      );
    const before = await deadlocks();
    const rooms = [ROOM, OTHER, PLAIN];
    const tries = Array.from({ length: 3 * 60 }, (_, i) => ({
      hour: 9 + ((i * 5) % 12),
      hours: 1 + (i % 2),
      roomId: rooms[i % 3] ?? ROOM,
    }));
    const outcomes = await Promise.all(tries.map(({ hour, hours, roomId }) => book(hour, hours, roomId)));
    const codes = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]));
    expect(new Set(codes)).toEqual(new Set(["SlotTaken"]));
    const visits = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.booking] : []));
    // Then they are moved while other bookings are made.
    const ids = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.id] : []));
    const moved = await Promise.all([
      ...ids.map((id, i) => move(id, 9 + ((i * 7) % 12), 1, rooms[(i + 1) % 3] ?? ROOM)),
      ...tries.slice(0, 60).map(({ hour, roomId }) => book(hour, 1, roomId)),
      turn(PLAIN, 1),
      turn(PLAIN, 0),
    ]);
    const others = moved.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]));
    expect(others.filter((code) => code !== "SlotTaken")).toEqual([]);
    expect(visits.length).toBeGreaterThan(8);
    expect(await deadlocks()).toBe(before);
    expect((await checkHourClaims(core.sql)).faults).toEqual([]);
    for (const [roomId, turnaround] of [
      [ROOM, 2],
      [OTHER, 1],
    ] as const) {
      const rows = await core.sql<{ id: number; at: Date }[]>`
        select booking_id as id, starts_at as at from room_hours
        where room_id = ${roomId} and starts_at >= ${at(0)} and starts_at < ${at(24)} and booking_id is not null
        order by starts_at`;
      const near = rows.flatMap((row, i) => {
        const next = rows[i + 1];
        if (!next || next.id === row.id) return [];
        const free = hoursBetween(row.at, next.at).length - 1;
        return free < turnaround ? [`${row.id} and ${next.id} have ${free} hours between`] : [];
      });
      expect(near).toEqual([]);
    }
  });
});
