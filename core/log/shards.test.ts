/**
 * Checks in the catalog what a distributed PostgreSQL would have to keep: which key each constraint of the append is local to, what it
 * locks, and which numbers overlap (docs/scale.md).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../booking/request-booking.ts";
import type { Core } from "../context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../testing/test-core.ts";
import { HOUR_MS } from "../venue/time/venue-time.ts";
import { comparePositions, LOG_START } from "./position.ts";
import { readAfter } from "./read.ts";

let shards: [TestDatabase, TestDatabase];
let cores: [Core, Core];

beforeAll(async () => {
  const open = async (): Promise<{ database: TestDatabase; core: Core }> => {
    const database = await createTestDatabase();
    return { database, core: await createTestCore(database) };
  };
  const [one, two] = [await open(), await open()];
  shards = [one.database, two.database];
  cores = [one.core, two.core];
});

afterAll(() => Promise.all((shards ?? []).map((shard) => shard.drop())));

/** The tables that an append of a booking writes. */
const WRITTEN = ["events", "room_hours", "personal_data"];

describe("the append", () => {
  it("is refused only by keys that are local to a room, a stream, a command or a person", async () => {
    const keys = await shards[0].ownerSql<{ table: string; name: string; columns: string[] }[]>`
      select t.relname as table, i.relname as name, array(
        select attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any (x.indkey) order by attname
      ) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where t.relname = any (${WRITTEN}) and t.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisexclusion)
      order by 1, 2`;
    expect(keys).toEqual([
      { table: "events", name: "events_in_order", columns: ["epoch", "position", "xid"] },
      { table: "events", name: "events_one_command", columns: ["command_id"] },
      { table: "events", name: "events_one_version", columns: ["stream", "version"] },
      { table: "personal_data", name: "personal_data_pkey", columns: ["id"] },
      { table: "room_hours", name: "room_hours_one_booking", columns: ["room_id", "starts_at"] },
    ]);
  });

  it("refers to no row of another table, and no other table refers to what it writes", async () => {
    const references = await shards[0].ownerSql`
      select conname from pg_constraint
      where contype = 'f' and (conrelid::regclass::text = any (${WRITTEN}) or confrelid::regclass::text = any (${WRITTEN}))`;
    expect(references).toEqual([]);
  });

  it("takes advisory locks for holders of unpaid hours and rooms with a turnaround; the table lock only for changes of the venue itself", async () => {
    const locks = await shards[0].ownerSql<{ name: string; lock: string }[]>`
      select p.oid::regproc::text as name, found[1] as lock
      from pg_proc p, regexp_matches(p.prosrc, '(pg_(?:try_)?advisory[^;]*|lock table[^;]*)', 'gi') found
      where p.pronamespace in ('public'::regnamespace, 'guard'::regnamespace)
        and (p.pronamespace = 'guard'::regnamespace or p.proname like 'append%') order by 1`;
    // No booking takes this lock: closing hours, reopening them and setting a turnaround do.
    const table = "lock table room_hours in share row exclusive mode";
    expect([...locks]).toEqual([
      { name: "append_events_together", lock: table },
      {
        name: "append_new_streams",
        lock: expect.stringMatching(
          /^pg_advisory_xact_lock\(key\)\s+from .*hashtextextended\(holder, 0\).*hashtextextended\(caller, 1\).* order by kind, key\s+\) locks$/s,
        ),
      },
      { name: "guard.await_claims", lock: table },
      { name: "guard.cap", lock: "pg_advisory_xact_lock(hashtextextended(p ->> 'holder', 0))" },
      { name: "guard.cap_caller", lock: "pg_advisory_xact_lock(hashtextextended(p ->> 'caller', 1))" },
      // Taken by the close of a day; desk commands that move cash take it shared.
      { name: "guard.cash_stands", lock: "pg_advisory_xact_lock(hashtextextended('cash', 4))" },
      { name: "guard.close_hours", lock: table },
      { name: "guard.keep_turnaround", lock: "pg_advisory_xact_lock(hashtextextended(p ->> 'roomId', 2))" },
      { name: "guard.move_cash", lock: "pg_advisory_xact_lock_shared(hashtextextended('cash', 4))" },
      { name: "guard.open_hours", lock: table },
      // Taken by everyone who acts in an account by one of its sessions.
      {
        name: "guard.session_stands",
        lock: expect.stringMatching(/^pg_advisory_xact_lock\(hashtextextended\(.*, 3\)\)$/s),
      },
      { name: "guard.unless_booked", lock: table },
      // Taken by who joins the waitlist; an append that frees hours for which no entry fits takes it shared.
      { name: "guard.waitlist_join", lock: "pg_advisory_xact_lock(hashtextextended('waitlist', 4))" },
      {
        name: "guard.waitlist_stands",
        lock: "pg_advisory_xact_lock_shared(hashtextextended('waitlist', 4))",
      },
    ]);
  });

  it("in one room never waits for a booking of another room, even with a turnaround", async () => {
    const [core] = cores;
    await shards[0].ownerSql`update rooms set turnaround_hours = 1 where id in (1, 2)`;
    const startsAt = new Date("2026-12-16T15:00:00Z");
    await shards[0].sql.begin(async (tx) => {
      const inTransaction = { ...core, sql: tx as unknown as Core["sql"] }; // only queries are made with it
      const held = await requestBooking(
        inTransaction,
        bookingRequest(core, { roomId: 1, startsAt }),
        testMeta,
      );
      expect(held.ok).toBe(true);
      // While the first is not committed.
      const beside = await requestBooking(core, bookingRequest(core, { roomId: 2, startsAt }), testMeta);
      expect(beside.ok).toBe(true);
    });
    await shards[0].ownerSql`update rooms set turnaround_hours = 0`;
  });
});

describe("two shards", () => {
  it("assign numbers that never overlap, and their orders compare only by epoch", async () => {
    for (const [n, { ownerSql }] of shards.entries()) {
      await ownerSql`update log_epoch set epoch = ${10 + n}`;
      await ownerSql.unsafe(`alter table events alter column epoch set default ${10 + n}`);
      const sequences = await ownerSql<{ name: string }[]>`
        select sequencename as name from pg_sequences where schemaname = 'public' and sequencename like '%\\_ids'`;
      for (const { name } of sequences) {
        await ownerSql.unsafe(`alter sequence ${name} increment by 2 restart with ${1_001 + n}`);
      }
      await ownerSql.unsafe(
        `alter table events alter column position set increment by 2 restart with ${1_001 + n}`,
      );
    }
    const first = new Date("2026-12-21T14:00:00Z").getTime();
    const booked = await Promise.all(
      cores.flatMap((core) =>
        Array.from({ length: 20 }, (_, n) => {
          const startsAt = new Date(first + Math.floor(n / 7) * HOUR_MS);
          return requestBooking(core, bookingRequest(core, { roomId: 1 + (n % 7), startsAt }), testMeta);
        }),
      ),
    );
    const ids = booked.map((outcome) => (outcome.ok ? outcome.value.id : 0));
    expect(new Set(ids).size).toBe(40);
    expect(ids).not.toContain(0);

    const read = () =>
      Promise.all(
        shards.map(async ({ sql }) => {
          const log = await readAfter(sql, LOG_START, 1_000);
          return log.filter(({ at }) => at.epoch >= 10).map(({ at }) => at);
        }),
      );
    // Transactions in other databases of this server may hold the newest events back for a moment.
    await expect.poll(async () => (await read()).map(({ length }) => length)).toEqual([20, 20]);
    const [one = [], two = []] = await read();
    expect(new Set([...one, ...two].map(({ position }) => position)).size).toBe(40);
    // Each shard keeps its own order within its epoch. Between shards only the epoch decides, whatever was written first.
    for (const log of [one, two]) expect(log.toSorted(comparePositions)).toEqual(log);
    expect([...two, ...one].toSorted(comparePositions)).toEqual([...one, ...two]);
  });
});
