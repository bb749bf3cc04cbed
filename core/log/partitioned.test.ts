/** Checks the append on a log that is cut into partitions: what still holds, and by which key (docs/scale.md). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleBooking } from "../booking/handle.ts";
import { requestBooking } from "../booking/request-booking.ts";
import type { Core } from "../context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { partitionLog } from "../testing/partitioned-log.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import { HOUR_MS } from "../venue/time/venue-time.ts";
import { append } from "./append.ts";
import { LOG_START } from "./position.ts";
import { readAfter, readRawStream } from "./read.ts";

const PARTITIONS = 4;
const BOOKINGS = 40;
let database: TestDatabase;
let core: Core;
const ids: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await partitionLog(database.ownerSql, PARTITIONS);
  core = await createTestCore(database);
  const first = new Date("2026-12-15T14:00:00Z").getTime();
  const booked = await Promise.all(
    Array.from({ length: BOOKINGS }, (_, n) => {
      const startsAt = new Date(first + Math.floor(n / 7) * HOUR_MS);
      return requestBooking(core, bookingRequest(core, { roomId: 1 + (n % 7), startsAt }), testMeta);
    }),
  );
  for (const outcome of booked) {
    if (!outcome.ok) throw new Error(outcome.rejection.code);
    ids.push(outcome.value.id);
  }
});

afterAll(() => database?.drop());

const eventOf = (id: number, changes: { expectedVersion?: number; commandId?: string } = {}) => ({
  stream: { category: "booking", id },
  expectedVersion: 1,
  commandId: randomUUID(),
  events: [{ type: "HoldReleased", schemaVersion: 1, data: {} }],
  meta: testMeta,
  occurredAt: new Date(),
  ...changes,
});

describe("a partitioned log", () => {
  it("takes bookings by the product's own functions, spread over the partitions", async () => {
    const rows = await database.ownerSql<{ part: string; rows: number }[]>`
      select tableoid::regclass::text as part, count(*) as rows from events group by 1`;
    expect(rows).toHaveLength(PARTITIONS);
    expect(rows.reduce((sum, { rows }) => sum + rows, 0)).toBe(BOOKINGS);
  });

  it("refuses a version twice, a command twice and an hour twice, by the names that the product knows", async () => {
    const [one = 0, two = 0] = ids;
    const commandId = randomUUID();
    expect(await append(database.sql, eventOf(one, { commandId }))).toMatchObject({ ok: true });
    const repeated = eventOf(two, { commandId });
    expect(await append(database.sql, repeated)).toEqual({ ok: false, violated: "events_one_command" });
    expect(await append(database.sql, eventOf(one))).toEqual({ ok: false, violated: "events_one_version" });
    const startsAt = new Date("2026-12-15T14:00:00Z");
    const outcome = await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt }), testMeta);
    expect(outcome).toMatchObject({ ok: false, rejection: { code: "SlotTaken" } });
  });

  it("is read in one order over all partitions, and by stream from one partition", async () => {
    // A transaction of another test on this server holds every reader back.
    await expect.poll(() => readAfter(database.sql, LOG_START, 1_000)).toHaveLength(BOOKINGS + 1);
    const all = await readAfter(database.sql, LOG_START, 1_000);
    const paged = [];
    for (let at = LOG_START; ; ) {
      const page = await readAfter(database.sql, at, 7);
      paged.push(...page);
      const last = page.at(-1);
      if (!last) break;
      at = last.at;
    }
    expect(paged).toEqual(all);
    expect(await readRawStream(database.sql, `booking-${ids[0]}`)).toHaveLength(2);
    const plan = await database.ownerSql<{ "QUERY PLAN": string }[]>`
      explain select from events where stream = ${`booking-${ids[0]}`} order by version`;
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).not.toMatch(/Append/);
  });

  it("keeps working after commands that lost a race", async () => {
    const id = ids[5] ?? 0;
    const command = () => ({ commandId: `race:${randomUUID()}`, meta: testMeta });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => handleBooking(core, id, { type: "ReleaseHold" }, command())),
    );
    expect(outcomes.some(({ ok }) => ok)).toBe(true);
    const history = await readRawStream(database.sql, `booking-${id}`);
    expect(history.map(({ version }) => version)).toEqual(history.map((_, n) => n + 1));
  });

  it("cannot be changed through a partition either", async () => {
    for (const target of ["events", "events_0.events"]) {
      for (const change of [
        `update ${target} set type = 'x'`,
        `delete from ${target}`,
        `truncate ${target}`,
      ]) {
        const asReplica = database.ownerSql.begin(async (tx) => {
          await tx`set local session_replication_role = 'replica'`;
          await tx.unsafe(change);
        });
        await expect(asReplica, change).rejects.toThrow(/append-only/);
      }
    }
  });

  it("could not be cut by time: no unique key is possible without the partition column", async () => {
    const cutByTime = database.ownerSql`
      create table cut_by_time (stream text, version int, occurred_at timestamptz, primary key (stream, version))
      partition by range (occurred_at)`;
    await expect(cutByTime).rejects.toThrow(/must include all partitioning columns/);
  });
});
