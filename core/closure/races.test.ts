/** Checks that closures exclude bookings, also when both race, and that closing carries out all choices or none. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld } from "../adapters/stripe/payment-fixture.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { Core } from "../context.ts";
import { checkHourClaims } from "../hour-claims/hour-claim-check.ts";
import type { PaymentGateway } from "../payment/gateway.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { hourFaults } from "../testing/hour-faults.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import type { ConflictChoice } from "./change-conflicting-booking.ts";
import { closeRooms, reopenRooms } from "./handle.ts";

let database: TestDatabase;
let gateway: PaymentGateway;
let close: () => Promise<void>;
let core: Core;
beforeAll(async () => {
  database = await createTestDatabase({ max: 32 });
  const payments = await createPaymentWorld(database);
  gateway = (await payments.start()).gateway;
  close = payments.close;
  core = await createTestCore(database);
});
afterAll(() => close());

const DAY = "2027-01-12";
const at = (hour: number, day = DAY): Date => instantAt(day, hour, core.timeZone);
const block = (
  [from, to]: [number, number],
  bookings: [number, ConflictChoice][] = [],
  { roomIds = [1], day = DAY } = {},
) =>
  closeRooms(
    core,
    gateway,
    {
      roomIds,
      startsAt: at(from, day),
      endsAt: at(to, day),
      reason: "Repairs",
      public: true,
      bookings: new Map(bookings),
    },
    testMeta,
  );
const placed = async (...asked: Parameters<typeof block>): Promise<number> => {
  const outcome = await block(...asked);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
};
const book = (hour: number, hours = 1, { roomId = 1, day = DAY } = {}) =>
  requestBooking(core, bookingRequest(core, { roomId, startsAt: at(hour, day), hours }), testMeta);
const booked = async (...asked: Parameters<typeof book>): Promise<number> => {
  const outcome = await book(...asked);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
};
const cancel = (id: number) =>
  handleBooking(
    core,
    id,
    { type: "CancelBooking", cancelledBy: "customer", now: core.clock.now() },
    { commandId: randomUUID(), meta: testMeta },
  );
const SLOT_TAKEN = { ok: false, rejection: { code: "SlotTaken" } };

async function deadlocks(): Promise<number> {
  const [row] =
    await database.ownerSql`select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}

describe("a closure", () => {
  it("keeps bookings out until it is reopened, and an overlapping one keeps its own hours", async () => {
    const first = await placed([10, 14], [], { roomIds: [1, 2] });
    expect(await book(9, 2)).toMatchObject(SLOT_TAKEN);
    expect(await book(13, 1, { roomId: 2 })).toMatchObject(SLOT_TAKEN);
    const second = await placed([12, 16]);
    expect((await reopenRooms(core, first, testMeta)).ok).toBe(true);
    expect((await reopenRooms(core, first, testMeta)).ok).toBe(true);
    expect((await book(10, 2)).ok).toBe(true);
    expect((await book(13, 1, { roomId: 2 })).ok).toBe(true);
    expect(await book(12)).toMatchObject(SLOT_TAKEN);
    await reopenRooms(core, second, testMeta);
    expect((await book(12)).ok).toBe(true);
    expect(await reopenRooms(core, 999, testMeta)).toMatchObject({ rejection: { code: "BlockNotFound" } });
  });

  it("names the conflicting bookings, and carries out all choices or none", async () => {
    const day = "2027-01-13";
    const kept = await booked(10, 1, { day });
    const cancelled = await booked(11, 1, { day });
    const moved = await booked(12, 2, { day });
    const asked = (dispositions: [number, ConflictChoice][]) => block([10, 15], dispositions, { day });
    expect(await asked([[kept, "keep"]])).toMatchObject({
      ok: false,
      rejection: { code: "BookingsInTheWay" },
      bookings: [{ id: cancelled, roomId: 1, startsAt: at(11, day) }, { id: moved }],
    });
    const into = (hour: number): ConflictChoice => ({ startsAt: at(hour, day), roomId: null });
    const all = (move: ConflictChoice): [number, ConflictChoice][] => [
      [kept, "keep"],
      [cancelled, "cancel"],
      [moved, move],
    ];
    const other = await booked(17, 1, { day });
    expect(await asked(all(into(16)))).toMatchObject(SLOT_TAKEN);
    expect((await loadBooking(core, cancelled)).state).toMatchObject({ status: "pending" });
    const outcome = await asked(all(into(18)));
    expect(outcome.ok).toBe(true);
    expect((await loadBooking(core, cancelled)).state).toMatchObject({ status: "cancelled" });
    expect((await loadBooking(core, moved)).state).toMatchObject({ startsAt: at(18, day) });
    expect((await loadBooking(core, kept)).state).toMatchObject({ status: "pending" });
    expect((await loadBooking(core, other)).state).toMatchObject({ status: "pending" });

    // If a kept booking is cancelled, the closure keeps its hours.
    await cancel(kept);
    expect(await book(10, 1, { day })).toMatchObject(SLOT_TAKEN);
    expect((await checkHourClaims(core.sql)).faults).toEqual([]);
    if (outcome.ok) await reopenRooms(core, outcome.value.id, testMeta);
    expect((await book(10, 1, { day })).ok).toBe(true);
    expect((await checkHourClaims(core.sql)).faults).toEqual([]);
  });

  it("refuses invalid hours", async () => {
    expect(await block([14, 14])).toMatchObject({ rejection: { code: "InvalidBlock" } });
    expect(await block([10, 12], [], { roomIds: [1, 99] })).toMatchObject({
      rejection: { code: "RoomNotFound" },
    });
  });
});

it("survives races of eight clients: no hour is given twice, no booking is inside a closure, no deadlock", async () => {
  const before = await deadlocks();
  const day = "2027-02-02";
  const rooms = [3, 4, 5];
  const turned = 5;
  await database.ownerSql`update rooms set turnaround_hours = 1 where id = ${turned}`;
  const random = (n: number): number => Math.floor(Math.random() * n);
  const unexpected: unknown[] = [];
  const seen = (outcome: { ok: true } | { ok: false; rejection: { code: string } }): void => {
    const fine = [
      "SlotTaken",
      "BookingsInTheWay",
      "BookingOver",
      "RescheduleTooLate",
      "HoldExpired",
      "InvalidBlock",
    ];
    if (!outcome.ok && !fine.includes(outcome.rejection.code)) unexpected.push(outcome.rejection);
  };
  const mine: number[] = [];
  async function visitor(): Promise<void> {
    for (let n = 0; n < 25; n++) {
      const outcome = await book(9 + random(10), 1 + random(3), { roomId: rooms[random(3)] ?? 3, day });
      seen(outcome);
      if (outcome.ok) mine.push(outcome.value.id);
      const id = mine[random(mine.length)];
      if (id !== undefined && n % 2 === 0) seen(await cancel(id));
      else if (id !== undefined) {
        const move = {
          type: "RescheduleBooking",
          startDate: day,
          startsAt: at(9 + random(10), day),
          room: { bookable: true },
          now: core.clock.now(),
          timeZone: core.timeZone,
          opening: core.settings.schedule(),
        } as const;
        seen(await handleBooking(core, id, move, { commandId: randomUUID(), meta: testMeta }));
      }
    }
  }
  async function manager(): Promise<void> {
    for (let n = 0; n < 20; n++) {
      const from = 9 + random(9);
      const where = { roomIds: n % 2 ? rooms : [rooms[random(3)] ?? 3], day };
      const span: [number, number] = [from, from + 1 + random(4)];
      let outcome = await block(span, [], where);
      seen(outcome);
      if (!outcome.ok && outcome.bookings) {
        const becomes = (i: number): ConflictChoice =>
          i % 3 === 0
            ? "keep"
            : i % 3 === 1
              ? "cancel"
              : { startsAt: at(9 + random(10), day), roomId: n % 2 ? null : (rooms[random(3)] ?? 3) };
        outcome = await block(
          span,
          outcome.bookings.map(({ id }, i) => [id, becomes(i)]),
          where,
        );
        seen(outcome);
      }
      if (outcome.ok && n % 3 > 0) seen(await reopenRooms(core, outcome.value.id, testMeta));
    }
  }
  await Promise.all([...Array.from({ length: 6 }, visitor), manager(), manager()]);
  expect(unexpected).toEqual([]);
  expect(await deadlocks()).toBe(before);
  const { faults } = await checkHourClaims(core.sql);
  expect(faults).toEqual([]);

  expect(await hourFaults(core.sql, new Map([[turned, 1]]))).toEqual([]);
  const [blocks] = await core.sql`select count(*)::integer as placed from events where type = 'BlockPlaced'`;
  expect(blocks?.placed).toBeGreaterThan(10);
}, 60_000);
