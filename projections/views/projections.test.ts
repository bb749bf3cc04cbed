/** Shows that projections agree with the log and the hour claims, and miss no event. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireBooking, handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { append } from "../../core/log/append.ts";
import { LOG_START } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../../core/testing/test-core.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";
import { openBatch } from "../engine/batch.ts";
import { catchUp as catchUpWith, takeOne } from "../engine/catch-up-fixture.ts";
import { follow } from "../engine/follow.ts";
import { type Follower, followerOf, streamsOf } from "../engine/projection.ts";
import { rebuildProjection } from "../engine/rebuild-one-fixture.ts";
import { followers } from "../followers.ts";
import { availability, takenSpans } from "./availability.ts";
import { bookings } from "./bookings.ts";

let database: TestDatabase;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  core = await createTestCore(database);
});
afterAll(() => database.drop());

const openDays = (from: string, count: number): string[] => {
  const days: string[] = [];
  for (let day = from; days.length < count; day = addDays(day, 1)) if (!isClosedDay(day)) days.push(day);
  return days;
};

async function book(roomId: number, startsAt: Date): Promise<number> {
  const outcome = await requestBooking(core, bookingRequest(core, { roomId, startsAt }), testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

const command = (kind: string) => ({ commandId: `${kind}:${randomUUID()}`, meta: testMeta });

/** Bookings in every state, made by the commands that lead there. */
async function history(days: string[]): Promise<void> {
  const slots = days.flatMap((day) => slotStarts(day, core.timeZone));
  for (const [i, startsAt] of slots.entries()) {
    const id = await book(1 + (i % 7), startsAt);
    const pay = { type: "ReceiveDownpayment", paymentIntentId: `pi_${id}`, chargeId: `ch_${id}` } as const;
    const outcome = await core.sql<{ data: { downpaymentCents: number } }[]>`
      select data from events where stream = ${`booking-${id}`}`;
    const amountCents = outcome[0]?.data.downpaymentCents ?? 0;
    if (i % 5 > 0) {
      await handleBooking(
        core,
        id,
        { ...pay, amountCents, hoursAvailable: true, now: core.clock.now() },
        command("pay"),
      );
    }
    if (i % 5 === 2) await handleBooking(core, id, { type: "CompleteBooking" }, command("complete"));
    if (i % 5 === 3) {
      const cancel = { type: "CancelBooking", cancelledBy: "customer", now: core.clock.now() } as const;
      await handleBooking(core, id, cancel, command("cancel"));
    }
    if (i % 5 === 4) {
      await handleBooking(core, id, { type: "MarkPayment", paymentStatus: "paid" }, command("mark"));
    }
    if (i % 10 === 0) {
      const at = core.clock.now();
      core.clock.advanceMinutes(31);
      await expireBooking(core, id);
      core.clock.set(at);
    }
  }
}

const rowsOf = async (table: string) => {
  const rows =
    await database.sql`select to_jsonb(t) as row from ${database.sql(table)} t order by booking_id`;
  return rows.map((row) => row.row);
};
const catchUp = (): Promise<void> => catchUpWith(core.sql, ...followers(core));

describe("projections", () => {
  it("show which hours are booked, held and free", async () => {
    const [startsAt = new Date(), second = new Date()] = slotStarts("2026-12-11", core.timeZone);
    const id = await book(1, startsAt);
    const paid = await book(1, second);
    await handleBooking(core, paid, { type: "ConfirmBooking" }, command("confirm"));
    await catchUp();
    const from = new Date("2026-12-11T00:00:00Z");
    const to = new Date("2026-12-12T00:00:00Z");
    const spans = await takenSpans(core.sql, 1, from, to);
    expect(spans.map(({ startsAt, heldUntil }) => [startsAt, heldUntil])).toEqual([
      [startsAt, new Date("2026-12-01T15:30:00Z")],
      [second, null],
    ]);
    const cancel = { type: "CancelBooking", cancelledBy: "venue", now: core.clock.now() } as const;
    await handleBooking(core, id, cancel, command("cancel"));
    await catchUp();
    expect(await takenSpans(core.sql, 1, from, to)).toHaveLength(1);
  });

  it("are the same, row for row, when rebuilt from the log", async () => {
    await history(openDays("2027-01-04", 8));
    await catchUp();
    for (const projection of [availability, bookings]) {
      const { name } = projection;
      const live = await rowsOf(name);
      const seen: number[] = [];
      const done = await rebuildProjection(database.ownerSql, projection, (progress) =>
        seen.push(progress.done),
      );
      expect(await rowsOf(name)).toEqual(live);
      expect(done).toBe(seen.at(-1));
      await rebuildProjection(database.ownerSql, projection, () => undefined);
      expect(await rowsOf(name)).toEqual(live);
    }
    await book(1, slotStarts("2027-03-01", core.timeZone)[0] ?? new Date());
    await catchUp();
    expect(await rowsOf("bookings")).toHaveLength((await rowsOf("availability")).length);
  });

  it("are the same when a batch is applied twice", async () => {
    const before = [await rowsOf("availability"), await rowsOf("bookings")];
    const events = await readAfter(core.sql, LOG_START, 100_000);
    const streams = streamsOf([availability, bookings]);
    await core.sql.begin(async (tx) => {
      const batch = await openBatch(tx, events, { streams, states: createBoundedMap() });
      for (const projection of [availability, bookings]) await projection.fold(tx, batch, (table) => table);
    });
    await core.sql`update projection_cursors set epoch = 0, xid = '0', position = 0 where name = 'bookings'`;
    await catchUpWith(core.sql, followerOf(bookings));
    expect([await rowsOf("availability"), await rowsOf("bookings")]).toEqual(before);
  });

  it("agree with the hour claims on every hour", async () => {
    const [difference] = await core.sql`
      with projected as (
        select room_id, generate_series(starts_at, ends_at - interval '1 hour', interval '1 hour') as hour, booking_id
        from availability where status <> 'cancelled'
      ), guarded as (select room_id, starts_at as hour, booking_id from room_hours)
      select (select count(*) from (table projected except table guarded) a)
        + (select count(*) from (table guarded except table projected) b) as count`;
    expect(Number(difference?.count)).toBe(0);
  });

  it("queue what follows from events once, however often they run", async () => {
    const count = async () => Number((await core.sql`select count(*) from graphile_worker.jobs`)[0]?.count);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await catchUp();
    for (const projection of [availability, bookings]) {
      await rebuildProjection(database.ownerSql, projection, () => undefined);
    }
    expect(await count()).toBe(before);
  });
});

/** A follower that remembers the events that it gets. */
function recorder(name: string): Follower & { seen: string[] } {
  const seen: string[] = [];
  return {
    name,
    seen,
    version: 1,
    streams: "all",
    async process(_tx, { raw: events }) {
      seen.push(...events.map((event) => `${event.stream}@${event.version}`));
    },
  };
}

async function startRecorder(name: string) {
  await database.ownerSql`insert into projection_cursors (name) values (${name})`;
  const follower = recorder(name);
  await catchUpWith(core.sql, follower);
  follower.seen.length = 0;
  return follower;
}

const inquiry = () =>
  append(core.sql, {
    stream: { category: "inquiry" },
    expectedVersion: 0,
    commandId: randomUUID(),
    events: [
      { type: "InquiryReceived", schemaVersion: 1, data: { personId: randomUUID(), interestedRoom: null } },
    ],
    meta: testMeta,
    occurredAt: core.clock.now(),
  });

describe("following the log", () => {
  it("misses no event of an older transaction that commits last", async () => {
    const follower = await startRecorder("older-transaction");
    const older = await database.ownerSql.reserve();
    await older`begin`;
    await older`
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select 'inquiry-7000000', 1, type, schema_version, data, meta, 'older', 0, occurred_at
      from events where type = 'BookingRequested' limit 0`;
    await older`select pg_current_xact_id()`;
    const younger = await inquiry();
    if (!younger.ok) throw new Error(younger.violated);
    // The newer event is committed, but must not be processed before the older transaction.
    expect(await takeOne(core.sql, [follower], 1_000)).toMatchObject({ events: 0, more: true });
    await older`
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select 'inquiry-7000000', 1, type, schema_version, data, meta, 'older', 0, occurred_at
      from events where stream = ${`inquiry-${younger.streamId}`}`;
    await older`commit`;
    older.release();
    await catchUpWith(core.sql, follower);
    expect(follower.seen).toEqual(["inquiry-7000000@1", `inquiry-${younger.streamId}@1`]);
  });

  it("misses none of 20,000 concurrent appends, and processes each once", async () => {
    const follower = await startRecorder("many-appends");
    let appending = true;
    const following = (async () => {
      while (appending) await follow(core.sql, [follower], { logger: pino({ level: "silent" }) });
      await catchUpWith(core.sql, follower);
    })();
    const appended: string[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 1_000; i++) {
          const result = await inquiry();
          if (!result.ok) throw new Error(result.violated);
          appended.push(`inquiry-${result.streamId}@1`);
        }
      }),
    );
    appending = false;
    await following;
    expect(follower.seen).toHaveLength(20_000);
    expect(new Set(follower.seen)).toEqual(new Set(appended));
  }, 120_000);
});
