/** Checks that customers' moves claim and release hours correctly, also when they race. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../testing/test-core.ts";
import { hoursBetween, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import { expireBooking, handleBooking, loadBooking } from "./handle.ts";
import { MAX_OPEN_HOLDS } from "./hold/caps.ts";
import { requestBooking } from "./request-booking.ts";
import { receivedCents, refundRequestedCents } from "./state/booking-money.ts";

let database: TestDatabase;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  database = await createTestDatabase({ max: 40 });
  core = await createTestCore(database);
});
afterAll(() => database.drop());

const at = (day: string, hour: number): Date => instantAt(day, hour, core.timeZone);
const command = (kind: string) => ({ commandId: `${kind}:${randomUUID()}`, meta: testMeta });

const request = (roomId: number, startsAt: Date, hours = 1, email?: string) => {
  const asked = bookingRequest(core, { roomId, startsAt, hours });
  return requestBooking(core, email ? { ...asked, person: { ...asked.person, email } } : asked, testMeta);
};

async function hold(roomId: number, startsAt: Date, hours = 1, email?: string): Promise<number> {
  const outcome = await request(roomId, startsAt, hours, email);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

/** A booking whose downpayment is received. */
async function booked(roomId: number, startsAt: Date, hours = 1): Promise<number> {
  const id = await hold(roomId, startsAt, hours);
  const { state } = await loadBooking(core, id);
  const amountCents = state.exists ? state.downpaymentCents : 0;
  const money = {
    paymentIntentId: `pi_${id}`,
    chargeId: `ch_${id}`,
    amountCents,
    hoursAvailable: true,
    now: core.clock.now(),
  };
  const outcome = await handleBooking(core, id, { type: "ReceiveDownpayment", ...money }, command("pay"));
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return id;
}

const move = (id: number, startsAt: Date) => {
  const { timeZone } = core;
  const startDate = venueDayOf(startsAt, timeZone);
  return handleBooking(
    core,
    id,
    {
      type: "RescheduleBooking",
      startDate,
      startsAt,
      room: { bookable: true },
      now: core.clock.now(),
      timeZone,
      opening: core.settings.schedule(),
    },
    command("move"),
  );
};

const codeOf = (outcome: Awaited<ReturnType<typeof move>>) => (outcome.ok ? "moved" : outcome.rejection.code);

const guarded = (id: number) => core.sql<
  { starts_at: Date; held_until: Date | null; holder: string | null }[]
>`
  select starts_at, held_until, holder from room_hours where booking_id = ${id} order by starts_at`;

const hoursOf = async (id: number): Promise<Date[]> => (await guarded(id)).map((row) => row.starts_at);

/** The hour claims are what the log says of the booking, and its downpayment is unchanged. */
async function expectWhole(id: number): Promise<void> {
  const { state } = await loadBooking(core, id);
  if (!state.exists) throw new Error(`no booking ${id}`);
  const hours = state.status === "cancelled" ? [] : hoursBetween(state.startsAt, state.endsAt);
  expect(await hoursOf(id)).toEqual(hours);
  expect([receivedCents(state), refundRequestedCents(state)]).toEqual([state.downpaymentCents, 0]);
}

async function deadlocks(): Promise<number> {
  const [row] =
    await database.ownerSql`select deadlocks from pg_stat_database where datname = current_database()`;
  return Number(row?.deadlocks);
}

describe("moving a booking", () => {
  it("claims and releases only the difference, and keeps the money", async () => {
    const id = await booked(1, at("2026-12-07", 10), 3);
    const outcome = await move(id, at("2026-12-07", 12));
    expect(outcome).toMatchObject({
      ok: true,
      value: { status: "confirmed", paymentStatus: "downpaid", startsAt: at("2026-12-07", 12) },
    });
    expect(await hoursOf(id)).toEqual([12, 13, 14].map((hour) => at("2026-12-07", hour)));
    await expectWhole(id);
    expect((await request(1, at("2026-12-07", 10), 2)).ok).toBe(true);
  });

  it("loses nothing if the new slot is taken", async () => {
    const id = await booked(1, at("2026-12-08", 10), 2);
    await booked(1, at("2026-12-08", 12));
    expect(codeOf(await move(id, at("2026-12-08", 11)))).toBe("SlotTaken");
    expect(await hoursOf(id)).toEqual([at("2026-12-08", 10), at("2026-12-08", 11)]);
    await expectWhole(id);
  });

  it("expires an overdue hold on the new hours, without waiting for the job", async () => {
    const id = await booked(1, at("2026-12-09", 10));
    const lapsed = await hold(1, at("2026-12-09", 15));
    expect(codeOf(await move(id, at("2026-12-09", 15)))).toBe("SlotTaken");
    core.clock.advanceMinutes(30);
    expect(codeOf(await move(id, at("2026-12-09", 15)))).toBe("moved");
    expect((await loadBooking(core, lapsed)).state).toMatchObject({ status: "cancelled", expired: true });
    await expectWhole(id);
  });

  it("keeps an unpaid hold's deadline, and keeps counting it for its holder", async () => {
    const email = "holder@example.test";
    const id = await hold(2, at("2026-12-07", 9), 1, email);
    const [before] = await guarded(id);
    expect(codeOf(await move(id, at("2026-12-07", 11)))).toBe("moved");
    const [after] = await guarded(id);
    expect(after).toEqual({ ...before, starts_at: at("2026-12-07", 11) });
    for (let more = 1; more < MAX_OPEN_HOLDS; more++) {
      await hold(3 + (more % 2), at("2026-12-10", 9 + Math.floor(more / 2)), 1, email);
    }
    expect(await request(5, at("2026-12-10", 9), 1, email)).toMatchObject({
      rejection: { code: "TooManyHolds" },
    });
    const start = core.clock.now();
    core.clock.advanceMinutes(30);
    await expireBooking(core, id);
    expect(await hoursOf(id)).toEqual([]);
    core.clock.set(start);
  });
});

describe("racing for hours with moves", () => {
  it("gives each hour to a move or to a booking, never to both", async () => {
    const before = await deadlocks();
    for (let round = 0; round < 12; round++) {
      const hour = 9 + round;
      const [mover, other] = [
        await booked(4, at("2026-12-14", hour)),
        await booked(6, at("2026-12-14", hour)),
      ];
      const target = at("2026-12-15", hour);
      const [moved, elsewhere, ...requests] = await Promise.all([
        move(mover, target),
        // The same hour of another room does not matter.
        move(other, target),
        ...Array.from({ length: 6 }, () => request(4, target)),
      ]);
      const rivals = [moved, ...requests];
      expect(rivals.filter((outcome) => outcome.ok)).toHaveLength(1);
      const refused = rivals.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code]));
      expect(refused).toEqual(Array.from({ length: 6 }, () => "SlotTaken"));
      const [taken] = await core.sql`
        select booking_id from room_hours where room_id = 4 and starts_at = ${target}`;
      expect(taken?.booking_id === mover).toBe(moved.ok);
      expect(codeOf(elsewhere)).toBe("moved");
      await expectWhole(mover);
      await expectWhole(other);
    }
    expect(await deadlocks()).toBe(before);
  });

  it("refuses two bookings that swap their slots, each keeping its own", async () => {
    const before = await deadlocks();
    const [left, right] = [at("2026-12-16", 9), at("2026-12-16", 11)];
    const [a, b] = [await booked(7, left, 2), await booked(7, right, 2)];
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.all([move(a, right), move(b, left)]);
      expect(outcomes.map(codeOf)).toEqual(["SlotTaken", "SlotTaken"]);
      expect(await hoursOf(a)).toEqual([left, at("2026-12-16", 10)]);
      expect(await hoursOf(b)).toEqual([right, at("2026-12-16", 12)]);
    }
    await Promise.all([expectWhole(a), expectWhole(b)]);
    expect(await deadlocks()).toBe(before);
  });

  it("allows many moves at once within one day, without a deadlock or an hour given twice", async () => {
    const before = await deadlocks();
    const day = "2026-12-17";
    const ids = await Promise.all([9, 11, 13, 15, 17].map((hour) => booked(7, at(day, hour), 2)));
    for (let round = 0; round < 8; round++) {
      const outcomes = await Promise.all(
        ids.flatMap((id, i) =>
          [10, 12, 14, 19].map((hour) => move(id, at(day, 9 + ((hour + i + round) % 12)))),
        ),
      );
      const codes = new Set(outcomes.map(codeOf));
      codes.delete("moved");
      codes.delete("SlotTaken");
      // Four at once on one booking: those that lose eight times are told to try again.
      codes.delete("ConcurrentChange");
      expect([...codes]).toEqual([]);
      for (const id of ids) await expectWhole(id);
    }
    const [held] = await core.sql`
      select count(*) from room_hours where room_id = 7 and starts_at >= ${at(day, 0)} and starts_at < ${at(day, 24)}`;
    expect(Number(held?.count)).toBe(10);
    expect(await deadlocks()).toBe(before);
  });

  it("cancels or moves, whichever is first, and the hour claims follow", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await booked(5, at("2026-12-18", 9 + round));
      const now = core.clock.now();
      const [moved, cancelled] = await Promise.all([
        move(id, at("2026-12-19", 9 + round)),
        handleBooking(
          core,
          id,
          { type: "CancelOwnBooking", statedRefundCents: null, now },
          command("cancel"),
        ),
      ]);
      expect(cancelled.ok).toBe(true);
      expect(["moved", "BookingOver"]).toContain(codeOf(moved));
      expect(await hoursOf(id)).toEqual([]);
    }
  });
});
