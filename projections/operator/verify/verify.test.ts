import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../../core/booking/handle.ts";
import type { Sql } from "../../../core/platform/database.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../../core/testing/test-core.ts";
import {
  appendSome,
  sealAll,
  TEST_ORIGIN,
  testLogKey,
  testSealing,
} from "../../../core/transparency/log-fixture.ts";
import { newestCheckpoint } from "../../../core/transparency/seal-tables.ts";
import { EVERYTHING } from "../../../core/transparency/sealed-events.ts";
import { slotStarts } from "../../../core/venue/venue-time.ts";
import { exportLog } from "../export-log.ts";
import { proofsOfStream } from "../stream-proofs.ts";
import { verifyLog } from "./verify.ts";

const CHECKER = join(import.meta.dirname, "../../../bff/routes/visitor/verify-log.mjs");
const VKEY = testLogKey(1)(TEST_ORIGIN).vkey;

const databases: TestDatabase[] = [];
const folder = mkdtempSync(join(tmpdir(), "hub-verify-"));
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(folder, { recursive: true, force: true });
});

/** Four bookings (events 0 to 3) and two streams of 300, under three heads. Answers what the owner may do to it. */
async function sealedLog(): Promise<TestDatabase> {
  const database = await createTestDatabase({ max: 3 });
  databases.push(database);
  const core = await createTestCore(database);
  for (const startsAt of slotStarts("2026-12-15", core.timeZone).slice(0, 4)) {
    const request = bookingRequest(core, { roomId: 3, startsAt });
    const outcome = await requestBooking(core, request, testMeta);
    if (!outcome.ok) throw new Error(outcome.rejection.code);
  }
  await sealAll(database.sql);
  await appendSome(database.sql, 300);
  await sealAll(database.sql);
  await appendSome(database.sql, 300);
  await sealAll(database.sql);
  return database;
}

/** As the owner of the database, with its triggers off. */
async function tamper(sql: Sql, change: (sql: Sql) => Promise<unknown>): Promise<void> {
  for (const table of ["events", "log_leaves", "log_checkpoints", "log_keys"]) {
    await sql`alter table ${sql(table)} disable trigger user`;
  }
  await change(sql);
}

async function verify({ sql }: Pick<TestDatabase, "sql">, kept: string | null = null) {
  return verifyLog(sql, {
    ownKey: testLogKey(1),
    witnessKeys: [],
    kept,
    onFault: () => undefined,
    onProgress: () => undefined,
    onGuardProgress: () => undefined,
  });
}

const check = (...words: string[]): Promise<{ code: number; lines: string[] }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [CHECKER, "--key", VKEY, ...words], (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, lines: `${stdout}${stderr}`.trim().split("\n") }),
    );
  });

let exports = 0;
async function exported({ sql }: Pick<TestDatabase, "sql">, selection = EVERYTHING): Promise<string> {
  exports += 1;
  const file = join(folder, `${exports}.ndjson`);
  await exportLog(sql, file, selection, () => undefined);
  return file;
}

describe("a log that nobody has touched", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sealedLog();
  });

  it("is verified, and what is not sealed yet is counted apart", async () => {
    await appendSome(database.sql, 2);
    expect(await verify(database)).toEqual({ faults: [], events: 604, checkpoints: 3, unsealed: 2 });
    await sealAll(database.sql);
    expect(await verify(database)).toEqual({ faults: [], events: 606, checkpoints: 4, unsealed: 0 });
  });

  it("holds when it is exported, whole and in part", async () => {
    const whole = await exported(database);
    expect(await check(whole)).toEqual({ code: 0, lines: ["verified 606 events"] });
    const part = await exported(database, { ...EVERYTHING, stream: "inquiry-1" });
    expect(await check(part)).toEqual({ code: 0, lines: ["verified 300 events"] });
    const [first] = readFileSync(whole, "utf8").split("\n");
    expect(Object.keys(JSON.parse(first ?? ""))).toEqual(["index", "entry"]);
    const other = testLogKey(7)(TEST_ORIGIN).vkey;
    expect((await check("--witness", other, whole)).code).toBe(1);
    expect((await check(join(folder, "nothing.tlog-proof"))).code).toBe(2);
  });

  it("holds event by event, and an altered proof does not", async () => {
    const proofs = await proofsOfStream(database.sql, "booking-2");
    expect(proofs.map(({ name }) => name)).toEqual(["booking-2-1.tlog-proof"]);
    const [{ name = "", text = "" } = {}] = proofs;
    const file = join(folder, name);
    writeFileSync(file, text);
    expect(await check(file)).toEqual({ code: 0, lines: ["verified 1 events"] });
    const extra = /^extra (.*)$/m.exec(text)?.[1] ?? "";
    const entry = Buffer.from(extra, "base64").toString().replace('"roomId":3', '"roomId":4');
    writeFileSync(file, text.replace(extra, Buffer.from(entry).toString("base64")));
    const { code, lines } = await check(file);
    expect(code).toBe(1);
    expect(lines[0]).toContain("fault: event 1 booking-2 v1: is not what the checkpoint");
  });

  it("leads to a head that somebody kept, and not to one of another log", async () => {
    const head = await newestCheckpoint(database.sql);
    expect((await verify(database, head?.note)).faults).toEqual([]);
    const elsewhere = await sealedLog();
    expect((await verify(elsewhere, head?.note)).faults).toEqual([
      "checkpoint 606: is signed, and fewer events are sealed",
    ]);
  });
});

describe("what the owner of the database did", () => {
  const update = (change: string) => (sql: Sql) => sql.unsafe(change);
  const FORGER = testSealing(9);

  it.each<{
    what: string;
    change: (sql: Sql) => Promise<unknown>;
    /** All that `make verify` says. */
    found: (string | RegExp)[];
    /** What the checker says of an export; null where an export of what was sealed is whole. */
    checked: (string | RegExp)[] | null;
  }>([
    {
      what: "an event altered",
      change: update(`update events set data = '{"n": 1000}' where stream = 'inquiry-1' and version = 6`),
      found: ["event 9 inquiry-1 v6: is not what was sealed"],
      checked: ["event 9 inquiry-1 v6: is not what was sealed"],
    },
    {
      what: "an instant altered by a millionth of a second",
      change: update(
        `update events set occurred_at = occurred_at + interval '1 microsecond' where stream = 'booking-1'`,
      ),
      found: ["event 0 booking-1 v1: is not what was sealed"],
      checked: null,
    },
    {
      what: "an event altered, and its leaf with it",
      change: async (sql) => {
        await sql`update events set type = 'Forged' where stream = 'inquiry-1' and version = 6`;
        await sql`update log_leaves set hash = sha256('forged') where index = 9`;
      },
      found: [
        "event 9 inquiry-1 v6: is not what was sealed",
        "tile 1 hash 0: is not the head of its leaves",
        "checkpoint 304: the sealed events do not lead to its root, nor do 1 later ones",
      ],
      checked: [
        /checkpoint 604: .* does not lead to its root/,
        "checkpoint 604: the events do not lead to its root",
      ],
    },
    {
      what: "an event removed",
      change: update(`delete from events where stream = 'inquiry-1' and version = 6`),
      found: ["event 9 inquiry-1 v6: is sealed, and is not in the log", "event 10 inquiry-1 v7: follows v5"],
      checked: ["event 9: is missing", "event 10 inquiry-1 v7: follows v5"],
    },
    {
      what: "an event removed with its leaf",
      change: async (sql) => {
        await sql`delete from events where stream = 'inquiry-1' and version = 6`;
        await sql`delete from log_leaves where index = 9`;
      },
      found: [
        "event 9: its leaf is missing",
        "event 10 inquiry-1 v7: follows v5",
        "tile 1 hash 0: is not the head of its leaves",
        "checkpoint 304: the sealed events do not lead to its root, nor do 1 later ones",
      ],
      checked: [
        /checkpoint 604: .* does not lead to its root/,
        "event 9: is missing",
        "event 10 inquiry-1 v7: follows v5",
      ],
    },
    {
      what: "an event added",
      change: update(`
        insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at, epoch, xid, position)
        overriding system value
        select 'inquiry-9', 1, type, schema_version, data, meta, 'forged', 0, occurred_at, epoch, xid, position - 1
        from events where stream = 'booking-3'`),
      found: ["event 2 inquiry-9 v1: stands before sealed events, and was never sealed"],
      checked: null,
    },
    {
      what: "two events exchanged in the log's order",
      change: async (sql) => {
        await sql`
          update events e set xid = o.xid from events o
          where (e.stream = 'booking-2' and o.stream = 'booking-4') or (e.stream = 'booking-4' and o.stream = 'booking-2')`;
      },
      found: ["event 1 booking-2 v1: is sealed here, where the log has booking-4 v1"],
      checked: null,
    },
    {
      what: "what two events say exchanged",
      change: async (sql) => {
        await sql`
          update events e set data = o.data from events o
          where e.stream = 'inquiry-1' and o.stream = 'inquiry-1'
            and ((e.version = 5 and o.version = 8) or (e.version = 8 and o.version = 5))`;
      },
      found: [
        "event 8 inquiry-1 v5: is not what was sealed",
        "event 11 inquiry-1 v8: is not what was sealed",
      ],
      checked: [
        "event 8 inquiry-1 v5: is not what was sealed",
        "event 11 inquiry-1 v8: is not what was sealed",
      ],
    },
    {
      what: "the tail cut",
      change: update(`delete from events where stream = 'inquiry-2' and version > 298`),
      found: [
        "event 602 inquiry-2 v299: is sealed, and is not in the log",
        "event 603 inquiry-2 v300: is sealed, and is not in the log",
      ],
      checked: ["event 602: is missing", "event 603: is missing"],
    },
    {
      what: "the tail cut with its leaves",
      change: async (sql) => {
        await sql`delete from events where stream = 'inquiry-2' and version > 298`;
        await sql`delete from log_leaves where index >= 602`;
      },
      found: ["checkpoint 604: is signed, and fewer events are sealed"],
      checked: [
        /checkpoint 604: .* does not lead to its root/,
        "event 602: is missing",
        "event 603: is missing",
      ],
    },
    {
      what: "a seal altered",
      change: update(
        `update log_checkpoints set note = replace(note, E'\\n604\\n', E'\\n603\\n') where size = 604`,
      ),
      found: ["checkpoint 604: is not a checkpoint of this log and size"],
      checked: [/^.*: the signature of .* does not hold$/],
    },
    {
      what: "a checkpoint signed again with another key",
      change: async (sql) => {
        await sql`delete from log_checkpoints where size = 604`;
        await sealAll(sql, FORGER);
      },
      found: [
        /^key hub\.example\.test\/log\+[0-9a-f]{8}: the log's own key does not vouch for it$/,
        /^checkpoint 604: is signed by hub\.example\.test\/log\+[0-9a-f]{8}, which is no key of this log$/,
      ],
      checked: [/it is signed by .*, not by the key that was given$/],
    },
    {
      what: "a row of the guard removed",
      change: update(`delete from room_hours where starts_at = '2026-12-15T15:00:00Z'`),
      found: ["guard room 3 2026-12-15T15:00:00Z: nobody has it in the guard, booking-2 by the events"],
      checked: null,
    },
    {
      what: "an hour given to another booking",
      change: update(`update room_hours set booking_id = 4 where starts_at = '2026-12-15T15:00:00Z'`),
      found: ["guard room 3 2026-12-15T15:00:00Z: booking-4 has it in the guard, booking-2 by the events"],
      checked: null,
    },
    {
      what: "a person's row removed",
      change: update(
        `delete from personal_data where id = (select (data ->> 'personId')::uuid from events where stream = 'booking-3')`,
      ),
      found: [/^event 2 booking-3 v1: names personal data [0-9a-f-]{36}, of which there is no row$/],
      checked: null,
    },
  ])("$what", async ({ change, found, checked }) => {
    const database = await sealedLog();
    await tamper(database.ownerSql, change);
    const matching = (texts: (string | RegExp)[], prefix = "") =>
      texts.map((text) => (typeof text === "string" ? prefix + text : expect.stringMatching(text)));
    expect((await verify(database)).faults).toEqual(matching(found));
    const { code, lines } = await check(await exported(database));
    expect(lines).toEqual(
      checked
        ? [...matching(checked, "fault: "), `${checked.length} faults`]
        : [expect.stringMatching(/^verified \d+ events$/)],
    );
    expect(code).toBe(checked ? 1 : 0);
  });
});
