/** Shows which faults `make verify` reports for each change that the owner of the database can make. */
import { afterAll, describe, expect, it } from "vitest";
import type { Sql } from "../../core/platform/database/database.ts";
import { newCosigner } from "../../core/transparency/cosigner-fixture.ts";
import { appendSome, sealAll, TEST_ORIGIN, testSealing } from "../../core/transparency/log-fixture.ts";
import { addCosignature, newestCheckpoint } from "../../core/transparency/seal-tables.ts";
import { parseNote, signatureLine, signNote } from "../../core/transparency/signed-note.ts";
import { introduceKey } from "../../core/transparency/vouched-keys.ts";
import { check, tamper, testLogs, verify } from "./tampering-fixture.ts";

const { sealedLog, exported, clear } = testLogs();
afterAll(clear);

describe("what the owner of the database did", () => {
  const update = (change: string) => (sql: Sql) => sql.unsafe(change);
  const FORGER = testSealing(9);

  it.each<{
    what: string;
    change: (sql: Sql) => Promise<unknown>;
    /** Everything that `make verify` reports. */
    found: (string | RegExp)[];
    /** What the checker reports of an export; null if an export of what was sealed has no fault. */
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
      what: "each of an event's other fields altered",
      change: async (sql) => {
        const changes = [
          "type = 'Denied'",
          "schema_version = 2",
          `meta = meta || '{"requestId": "another"}'`,
          "command_id = 'another'",
          "occurred_at = occurred_at + interval '1 millisecond'",
        ];
        for (const [n, change] of changes.entries()) {
          await sql.unsafe(`update events set ${change} where stream = 'inquiry-1' and version = ${n + 6}`);
        }
      },
      found: [6, 7, 8, 9, 10].map((v) => `event ${v + 3} inquiry-1 v${v}: is not what was sealed`),
      checked: [6, 7, 8, 9, 10].map((v) => `event ${v + 3} inquiry-1 v${v}: is not what was sealed`),
    },
    {
      what: "a command's number altered, so that a repeated call is not recognized",
      change: update(`update events set command_seq = 7 where stream = 'booking-2'`),
      found: ["event 1 booking-2 v1: is number 7 of its command, not 0"],
      checked: null,
    },
    {
      what: "events given a number and an instant that no event can have",
      change: async (sql) => {
        await sql`update events set data = '{"n": 1e400}' where stream = 'inquiry-1' and version = 6`;
        await sql`update events set occurred_at = 'infinity' where stream = 'inquiry-1' and version = 7`;
      },
      found: [
        "event 9 inquiry-1 v6: is not what was sealed",
        "event 10 inquiry-1 v7: is not what was sealed",
      ],
      checked: ["event 9: is missing", "event 10: is missing", "event 11 inquiry-1 v8: follows v5"],
    },
    {
      what: "an event given to another stream",
      change: update(
        `update events set stream = 'inquiry-7', version = 1 where stream = 'inquiry-1' and version = 300`,
      ),
      found: [
        "event 303 inquiry-1 v300: is sealed, and is not in the log",
        "event 304 inquiry-7 v1: is before sealed events, and was never sealed",
        "event 304 inquiry-7 v1: is number 299 of its command, not 0",
      ],
      checked: ["event 303: is missing"],
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
      found: ["event 2 inquiry-9 v1: is before sealed events, and was never sealed"],
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
      what: "the contents of two events exchanged",
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
      what: "a seal's signature altered",
      change: async (sql) => {
        const [row] = await sql<{ note: string }[]>`select note from log_checkpoints where size = 604`;
        const own = parseNote(row?.note ?? "");
        const forged = Buffer.from(own?.signatures[0]?.bytes ?? "");
        forged[10] = (forged[10] ?? 0) ^ 1;
        const signatures = own?.signatures.map((one) => signatureLine({ ...one, bytes: forged })) ?? [];
        await sql`update log_checkpoints set note = ${`${own?.text}\n${signatures.join("")}`} where size = 604`;
      },
      found: ["checkpoint 604: its signature does not hold"],
      checked: [/^.*: the signature of .* does not hold$/],
    },
    {
      what: "a hash of the tree altered, and one removed",
      change: async (sql) => {
        await sql`update log_subtrees set hash = sha256('forged') where level = 1 and index = 0`;
        await sql`delete from log_subtrees where level = 1 and index = 1`;
      },
      found: ["tile 1 hash 0: is not the head of its leaves", "tile 1 hash 1: is missing"],
      checked: null,
    },
    {
      what: "a leaf assigned to another event",
      change: update(`update log_leaves set stream = 'inquiry-8' where index = 9`),
      found: [
        "event 9 inquiry-8 v6: is sealed, and is not in the log",
        "event 10 inquiry-1 v6: is before sealed events, and was never sealed",
      ],
      checked: ["event 9: is missing", "event 10 inquiry-1 v7: follows v5"],
    },
    {
      what: "a checkpoint signed again in its place with another key",
      change: async (sql) => {
        const [row] = await sql<{ note: string }[]>`select note from log_checkpoints where size = 604`;
        const text = parseNote(row?.note ?? "")?.text ?? "";
        const note = signNote(text, FORGER.logKey(TEST_ORIGIN));
        await sql`update log_checkpoints set note = ${note} where size = 604`;
      },
      found: [
        /^checkpoint 604: is signed by hub\.example\.test\/log\+[0-9a-f]{8}, which is no key of this log$/,
      ],
      checked: [/it is signed by .*, not by the key that was given$/],
    },
    {
      what: "every head and key replaced by those of another signer",
      change: async (sql) => {
        await sql`truncate log_keys`;
        await sql`truncate log_checkpoints`;
        await sealAll(sql, FORGER);
      },
      found: [
        /^key hub\.example\.test\/log\+[0-9a-f]{8}: the log's own key does not vouch for it$/,
        /^checkpoint 604: is signed by hub\.example\.test\/log\+[0-9a-f]{8}, which is no key of this log$/,
      ],
      checked: [/it is signed by .*, not by the key that was given$/],
    },
    {
      what: "what a key vouches for altered",
      change: update(`update log_keys set endorsement = replace(endorsement, '=', 'A=')`),
      found: [/^key hub\.example\.test\/log\+[0-9a-f]{8}: the keys that it vouches for are not those/],
      checked: null,
    },
    {
      what: "a checkpoint signed again with another key",
      change: async (sql) => {
        await introduceKey(sql, FORGER);
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
      what: "an hour claim removed",
      change: update(`delete from room_hours where starts_at = '2026-12-15T15:00:00Z'`),
      found: ["hour room 3 2026-12-15T15:00:00Z: no booking has the claim, booking-2 by the events"],
      checked: null,
    },
    {
      what: "an hour given to another booking",
      change: update(`update room_hours set booking_id = 4 where starts_at = '2026-12-15T15:00:00Z'`),
      found: ["hour room 3 2026-12-15T15:00:00Z: booking-4 has the claim, booking-2 by the events"],
      checked: null,
    },
    {
      what: "a hold prolonged, an hour moved by a moment, and hours given to a booking that does not exist",
      change: async (sql) => {
        await sql`update room_hours set held_until = '2027-01-01T00:00:00Z' where starts_at = '2026-12-15T15:00:00Z'`;
        await sql`
          update room_hours set starts_at = starts_at + interval '1 microsecond' where starts_at = '2026-12-15T16:00:00Z'`;
        await sql`insert into room_hours (room_id, starts_at, booking_id) values (4, '2026-12-15T16:00:00Z', 99)`;
      },
      found: [
        /^hour room 3 2026-12-15T15:00:00Z: booking-2 has a hold until 2027-01-01T00:00:00Z in the claim, a hold until \S+ by its events$/,
        "hour room 3 2026-12-15 16:00:00.000001+00: booking-3 has the claim, no booking by the events",
        "hour room 3 2026-12-15T16:00:00Z: no booking has the claim, booking-3 by the events",
        "hour room 4 2026-12-15T16:00:00Z: booking-99 has the claim, no booking by the events",
      ],
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

describe("what the database alone cannot show", () => {
  it("a head that was kept shows that the tail was cut with leaves, tiles and heads, also once the log has grown again", async () => {
    const database = await sealedLog();
    const kept = (await newestCheckpoint(database.sql))?.note ?? "";
    await tamper(database.ownerSql, async (sql) => {
      await sql`delete from events where stream = 'inquiry-2'`;
      await sql`delete from log_leaves where index >= 304`;
      await sql`delete from log_subtrees where index >= 1`;
      await sql`delete from log_checkpoints where size > 304`;
    });
    expect(await verify(database)).toEqual({ faults: [], events: 304, checkpoints: 2, unsealed: 0 });
    const cut = ["checkpoint 604: is signed, and fewer events are sealed"];
    expect((await verify(database, { kept })).faults).toEqual(cut);
    await appendSome(database.sql, 310);
    await sealAll(database.sql);
    expect((await verify(database)).faults).toEqual([]);
    const other = ["checkpoint 604: the sealed events do not lead to its root"];
    expect((await verify(database, { kept })).faults).toEqual(other);
  });
});

describe("what is not sealed yet", () => {
  it("is still checked for gaps and for events that cannot be read", async () => {
    const database = await sealedLog();
    await appendSome(database.sql, 3);
    await tamper(database.ownerSql, async (sql) => {
      await sql`
        insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
        select stream, 2, 'BookingTeleported', 1, data, meta, 'forged', 0, occurred_at from events
        where stream = 'booking-1'`;
      await sql`delete from events where stream = 'inquiry-3' and version = 2`;
    });
    expect((await verify(database)).faults).toEqual([
      "event 605 inquiry-3 v3: follows v1",
      expect.stringMatching(/^event 606 booking-1 v2: booking-1@2 BookingTeleported cannot be read: /),
    ]);
  });
});

describe("a countersignature", () => {
  it("is reported if its witness did not make it", async () => {
    const database = await sealedLog();
    const witness = newCosigner("witness.example/w1");
    const { vkey, name, id: keyId } = witness;
    const line = signatureLine({ name, keyId, bytes: Buffer.alloc(72, 1) });
    await addCosignature(database.sql, { size: 604, vkey, line });
    expect((await verify(database)).faults).toEqual([]);
    expect((await verify(database, { witnessKeys: [vkey] })).faults).toEqual([
      "checkpoint 604: the cosignature of witness.example/w1 does not hold",
    ]);
  });
});
