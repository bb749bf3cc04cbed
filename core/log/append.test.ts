/** Checks that an append writes all or nothing, shares statements with others, and waits for locks without blocking them. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storePerson } from "../person/personal-data.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testMeta } from "../testing/test-core.ts";
import { append } from "./append.ts";
import { type Append, COMMAND_REPEATED, STREAM_CHANGED } from "./append-request.ts";
import { LOG_START } from "./position.ts";
import { assertLogNotAhead, findCommand, readAfter, readRawStream } from "./read.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const inquiry = (changes: Partial<Append> = {}): Append => ({
  stream: { category: "inquiry" },
  expectedVersion: 0,
  commandId: randomUUID(),
  events: [
    { type: "InquiryReceived", schemaVersion: 1, data: { personId: randomUUID(), interestedRoom: null } },
  ],
  meta: testMeta,
  occurredAt: new Date("2026-12-01T15:00:00Z"),
  ...changes,
});

const hour = (n: number): Date => new Date(Date.UTC(2026, 11, 12, 14 + n));
const hours = (operation: "claim" | "release", ...wanted: number[]) => ({
  operation,
  roomId: 1,
  hours: wanted.map(hour),
  heldUntil: null,
  holder: null,
});

describe("append", () => {
  it("stores events, personal data and hours at once, in a new stream", async () => {
    const person = {
      id: randomUUID(),
      firstName: "Ada",
      lastName: null,
      email: null,
      phone: null,
      freeText: "Hi",
    };
    const appendRules = [hours("claim", 0, 1), storePerson(person)];
    const result = await append(database.sql, inquiry({ appendRules }));
    if (!result.ok) throw new Error(result.violated);
    const [event] = await readRawStream(database.sql, `inquiry-${result.streamId}`);
    expect(event).toMatchObject({ version: 1, type: "InquiryReceived", meta: testMeta, at: result.position });
    const claimed =
      await database.sql`select starts_at from room_hours where booking_id = ${result.streamId}`;
    expect(claimed.map((row) => row.starts_at)).toEqual([hour(0), hour(1)]);
    const [stored] =
      await database.sql`select first_name, free_text from personal_data where id = ${person.id}`;
    expect(stored).toEqual({ first_name: "Ada", free_text: "Hi" });
  });

  it("names the constraint that refused, and writes nothing", async () => {
    const before = await database.sql`select count(*) from events`;
    const taken = await append(database.sql, inquiry({ appendRules: [hours("claim", 3, 1)] }));
    expect(taken).toEqual({ ok: false, violated: "room_hours_one_booking" });

    const first = inquiry();
    const opened = await append(database.sql, first);
    if (!opened.ok) throw new Error(opened.violated);
    const again = await append(database.sql, inquiry({ commandId: first.commandId }));
    expect(again).toEqual({ ok: false, violated: COMMAND_REPEATED });
    const stale = inquiry({ stream: { category: "inquiry", id: opened.streamId }, expectedVersion: 0 });
    expect(await append(database.sql, stale)).toEqual({ ok: false, violated: STREAM_CHANGED });

    const after = await database.sql`select count(*) from events`;
    expect(Number(after[0]?.count) - Number(before[0]?.count)).toBe(1);
    expect(await database.sql`select 1 from room_hours where starts_at = ${hour(3)}`).toHaveLength(0);
    expect(await findCommand(database.sql, first.commandId)).toMatchObject({
      stream: `inquiry-${opened.streamId}`,
    });
  });

  it("refuses two streams that swap hours, and neither waits for the other", async () => {
    const a = await append(database.sql, inquiry({ appendRules: [hours("claim", 20)] }));
    const b = await append(database.sql, inquiry({ appendRules: [hours("claim", 21)] }));
    if (!a.ok || !b.ok) throw new Error("not appended");
    const move = (id: number, claim: number, release: number) =>
      append(
        database.sql,
        inquiry({
          stream: { category: "inquiry", id },
          expectedVersion: 1,
          appendRules: [hours("claim", claim), hours("release", release)],
        }),
      );
    const results = await Promise.all([move(a.streamId, 21, 20), move(b.streamId, 20, 21)]);
    expect(results.filter((result) => result.ok)).toHaveLength(0);
    expect(results.every((result) => !result.ok && result.violated === "room_hours_one_booking")).toBe(true);
  });
});

describe("concurrent appends", () => {
  const slot = (n: number, commandId: string = randomUUID()) =>
    inquiry({ commandId, appendRules: [hours("claim", n), storePerson({ ...person, id: randomUUID() })] });
  const person = { firstName: "Ada", lastName: null, email: null, phone: null, freeText: null };

  it("share commits, and each is answered with its own stream and position", async () => {
    const requests = Array.from({ length: 40 }, (_, n) => ({
      ...slot(100 + n),
      events: [...inquiry().events, ...inquiry().events],
    }));
    const results = await Promise.all(requests.map((request) => append(database.sql, request)));
    const ids = results.map((result) => (result.ok ? result.streamId : 0));
    expect(new Set(ids).size).toBe(40);
    const xids = new Set(results.map((result) => (result.ok ? result.position.xid : 0n)));
    expect(xids.size).toBeLessThan(10);
    for (const [n, result] of results.entries()) {
      if (!result.ok) throw new Error(result.violated);
      const stream = await readRawStream(database.sql, `inquiry-${result.streamId}`);
      expect(stream.map(({ version, commandId }) => [version, commandId])).toEqual([
        [1, requests[n]?.commandId],
        [2, requests[n]?.commandId],
      ]);
      expect(stream.at(-1)?.at).toEqual(result.position);
      const claimed =
        await database.sql`select starts_at from room_hours where booking_id = ${result.streamId}`;
      expect(claimed).toEqual([{ starts_at: hour(100 + n) }]);
    }
  });

  it("succeed or fail independently of one another", async () => {
    const key = randomUUID();
    const requests = [
      ...Array.from({ length: 12 }, (_, n) => slot(200 + (n % 9))),
      slot(210, key),
      slot(211, key),
    ];
    const results = await Promise.all(requests.map((request) => append(database.sql, request)));
    const refused = results.flatMap((result) => (result.ok ? [] : [result.violated])).toSorted();
    expect(refused).toEqual([COMMAND_REPEATED, ...Array.from({ length: 3 }, () => "room_hours_one_booking")]);
    const [claimed] = await database.sql`
      select count(*)::int as hours from room_hours where starts_at between ${hour(200)} and ${hour(211)}`;
    expect(claimed).toEqual({ hours: 10 });
  });
});

describe("an append that waits for another's lock", () => {
  it("does not delay appends that want other hours", async () => {
    const holder = await database.ownerSql.reserve();
    await holder`begin`;
    await holder`insert into room_hours (room_id, starts_at, booking_id) values (1, ${hour(300)}, 0)`;
    const wanting = (n: number) => append(database.sql, inquiry({ appendRules: [hours("claim", n)] }));
    const blocked = [wanting(300), wanting(300), wanting(300)];
    const others = await Promise.all([301, 302, 303, 304, 305].map(wanting));
    expect(others.every((result) => result.ok)).toBe(true);
    await holder`rollback`;
    holder.release();
    const results = await Promise.all(blocked);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
  });
});

describe("an append that the database cannot take", () => {
  it("fails alone, whichever others share its statement", async () => {
    const person = { firstName: "A\u0000da", lastName: null, email: null, phone: null, freeText: null };
    const bad = inquiry({ appendRules: [storePerson({ ...person, id: randomUUID() })] });
    const requests = Array.from({ length: 12 }, (_, n) => (n === 7 ? bad : inquiry()));
    const results = await Promise.allSettled(requests.map((request) => append(database.sql, request)));
    expect(results.map(({ status }) => status)).toEqual(
      requests.map((_, n) => (n === 7 ? "rejected" : "fulfilled")),
    );
  });
});

describe("the append rules", () => {
  const held = (holder: string, n: number) => [
    { operation: "cap", holder, max: 2 },
    { ...hours("claim", n), heldUntil: new Date("2026-12-01T15:30:00Z"), holder },
  ];

  it("count a holder's unpaid bookings, however many come at once, and no longer count those that are past", async () => {
    const tries = await Promise.all(
      [40, 41, 42, 43, 44].map((n) => append(database.sql, inquiry({ appendRules: held("ada", n) }))),
    );
    expect(tries.filter((result) => result.ok)).toHaveLength(2);
    expect(tries.filter((result) => !result.ok)).toEqual(
      Array.from({ length: 3 }, () => ({ ok: false, violated: "room_hours_open_holds" })),
    );
    const later = inquiry({ appendRules: held("ada", 45), occurredAt: new Date("2026-12-01T16:00:00Z") });
    expect((await append(database.sql, later)).ok).toBe(true);
  });

  it("keep hours under another deadline, and release only their own", async () => {
    const own = await append(database.sql, inquiry({ appendRules: held("eve", 50) }));
    if (!own.ok) throw new Error(own.violated);
    const next = (expectedVersion: number, operation: object) =>
      append(
        database.sql,
        inquiry({
          stream: { category: "inquiry", id: own.streamId },
          expectedVersion,
          appendRules: [{ ...hours("claim", 50), ...operation }],
        }),
      );
    expect((await next(1, { operation: "keep" })).ok).toBe(true);
    const [kept] =
      await database.sql`select held_until, holder from room_hours where starts_at = ${hour(50)}`;
    expect(kept).toEqual({ held_until: null, holder: null });
    const stranger = await append(database.sql, inquiry({ appendRules: [hours("release", 50)] }));
    expect(stranger.ok).toBe(true);
    expect(await database.sql`select 1 from room_hours where starts_at = ${hour(50)}`).toHaveLength(1);
    expect((await next(2, { operation: "release" })).ok).toBe(true);
    expect(await database.sql`select 1 from room_hours where starts_at = ${hour(50)}`).toHaveLength(0);
  });

  it("exist only as functions of the database: any other is refused", async () => {
    const appendRules = [{ operation: "drop table events; --" }];
    await expect(append(database.sql, inquiry({ appendRules }))).rejects.toThrow(/does not exist/);
  });
});

describe("the log", () => {
  it.each(["sql", "ownerSql"] as const)("is immutable for %s", async (role) => {
    await append(database.sql, inquiry());
    const sql = database[role];
    const refused = /append-only|permission denied/;
    await expect(sql`update events set type = 'Other'`).rejects.toThrow(refused);
    await expect(sql`delete from events`).rejects.toThrow(refused);
    await expect(sql`truncate events`).rejects.toThrow(refused);
  });

  it("accepts neither position nor time from the client, and no insert except through the append", async () => {
    const forged = { ...inquiry(), xid: "5", epoch: 0, position: 1, recordedAt: "2020-01-01T00:00:00Z" };
    const result = await append(database.sql, forged);
    if (!result.ok) throw new Error(result.violated);
    const [row] = await database.sql<{ xid: bigint; epoch: number; fresh: boolean }[]>`
      select xid, epoch, recorded_at > now() - interval '1 hour' as fresh from events
      where stream = ${`inquiry-${result.streamId}`}`;
    expect(row).toEqual({ xid: result.position.xid, epoch: 1, fresh: true });
    expect(result.position.xid).toBeGreaterThan(5n);
    const insert = database.sql`
      insert into events (xid, stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select '5', 'inquiry-900001', 1, type, schema_version, data, meta, 'forged', 0, occurred_at from events limit 1`;
    await expect(insert).rejects.toThrow(/permission denied/);
    await expect(database.sql`delete from room_hours`).rejects.toThrow(/permission denied/);
    await expect(database.sql`update room_hours set held_until = null`).rejects.toThrow(/permission denied/);
    await expect(database.sql`select nextval('booking_ids')`).rejects.toThrow(/permission denied/);
    await expect(database.sql`select guard.release(1, now(), '{}')`).rejects.toThrow(/permission denied/);
  });

  it("refuses changes to the owner even under session_replication_role", async () => {
    await expect(
      database.ownerSql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`delete from events`;
      }),
    ).rejects.toThrow(/append-only/);
  });

  it("is read in global order, a page at a time", async () => {
    for (let i = 0; i < 5; i++) await append(database.sql, inquiry());
    // Transactions in other databases of this server may hold the newest events back for a moment.
    const read = () => readAfter(database.sql, LOG_START, 1_000);
    await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(5);
    const all = await read();
    const paged = [];
    for (let cursor = LOG_START; paged.length < all.length; ) {
      const page = await readAfter(database.sql, cursor, 2);
      paged.push(...page);
      cursor = page.at(-1)?.at ?? cursor;
    }
    expect(paged.slice(0, all.length)).toEqual(all);
  });

  it("stops the start on a restored log that is ahead of its cluster, until the epoch is raised", async () => {
    await expect(assertLogNotAhead(database.sql)).resolves.toBeUndefined();
    await database.ownerSql`
      insert into events (xid, stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      select '9000000000000', 'inquiry-900000', 1, type, schema_version, data, meta, 'restored', 0, occurred_at
      from events limit 1`;
    await expect(assertLogNotAhead(database.sql)).rejects.toThrow(/raise-epoch/);
    await database.ownerSql`update log_epoch set epoch = 2`;
    await database.ownerSql`alter table events alter column epoch set default 2`;
    await expect(assertLogNotAhead(database.sql)).resolves.toBeUndefined();
    await append(database.sql, inquiry());
    // Transactions in other databases of this server may hold the newest event back for a moment.
    const lastEpochs = async () => {
      const events = await readAfter(database.sql, LOG_START, 1_000);
      return events.slice(-2).map((event) => event.at.epoch);
    };
    await expect.poll(lastEpochs).toEqual([1, 2]);
  });
});
