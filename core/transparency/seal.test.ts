/** Shows that sealing covers every event once, and refuses a log, tree or key that was altered. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { isConsistent, rootFromInclusion } from "./check-proofs-fixture.ts";
import { checkpointText, parseCheckpoint } from "./checkpoint.ts";
import { appendSome, sealAll, TEST_ORIGIN, testLogKey, testSealing } from "./log-fixture.ts";
import { endorse, isEndorsed } from "./log-key.ts";
import { rootOf } from "./merkle-tree.ts";
import { parseVerifierKey } from "./note-keys.ts";
import { seal, sealLag } from "./seal.ts";
import { SealRefused } from "./seal-refused.ts";
import { countLeaves, hashReader, leavesFrom, newestCheckpoint, readKeys } from "./seal-tables.ts";
import { parseNote, signNote, verifyNote } from "./signed-note.ts";
import { openTree } from "./tiles.ts";
import { introduceKey } from "./vouched-keys.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function headOf({ sql }: Pick<TestDatabase, "sql">) {
  const stored = await newestCheckpoint(sql);
  const note = parseNote(stored?.note ?? "");
  const head = parseCheckpoint(note?.text ?? "");
  if (!stored || !note || !head) throw new Error("no checkpoint");
  return { stored, note, head };
}

describe("sealing", () => {
  it("makes a leaf of every event in the log's order, the roots of full tiles, and one signed head", async () => {
    const { sql } = database;
    expect(await seal(sql, testSealing())).toEqual({ events: 0, nextAfterMs: null });
    expect(await newestCheckpoint(sql)).toBeNull();
    for (let n = 0; n < 6; n++) await appendSome(sql, 100);
    const unsealed = { size: 0, signedAt: null, events: 600, seconds: 60, unvouchedKey: null };
    expect(await sealLag(sql, new Date("2026-12-01T15:01:00Z"))).toEqual(unsealed);
    expect(await sealAll(sql)).toBe(600);
    expect(await sealLag(sql, new Date())).toEqual({
      size: 600,
      signedAt: expect.any(Date),
      events: 0,
      seconds: 0,
      unvouchedKey: null,
    });
    const leaves = await leavesFrom(sql, 0, 1_000);
    expect(leaves.map(({ index }) => index)).toEqual([...Array(600).keys()]);
    const { note, head } = await headOf(database);
    expect(head).toMatchObject({ origin: TEST_ORIGIN, size: 600 });
    expect(head.root).toEqual(rootOf(leaves.map(({ hash }) => hash)));
    const key = parseVerifierKey(testLogKey(1)(TEST_ORIGIN).vkey);
    expect(key && verifyNote(note, [key])).toEqual([key]);
    const [subtrees] = await sql<{ count: number }[]>`select count(*) as count from log_subtrees`;
    expect(subtrees?.count).toBe(2);
    const tree = openTree(600, hashReader(sql));
    const [leaf] = await leavesFrom(sql, 417, 1);
    const proof = await tree.inclusion(417);
    expect(leaf && rootFromInclusion(leaf.hash, { index: 417, size: 600, proof })).toEqual(head.root);
  });

  it("by several at once makes each leaf once, and later heads are consistent with earlier ones", async () => {
    const { sql } = database;
    const before = await headOf(database);
    await Promise.all([
      ...Array.from({ length: 30 }, () => appendSome(sql, 3)),
      ...Array.from({ length: 5 }, async (_, n) => {
        await delay(n);
        await seal(sql, testSealing());
      }),
    ]);
    expect(await sealAll(sql)).toBe(690);
    const { head } = await headOf(database);
    const proof = await openTree(690, hashReader(sql)).consistency(before.head.size);
    expect(isConsistent(before.head, head, proof)).toBe(true);
  });

  it("accepts a new key only from the owner; the key vouches for the one before, and both are known", async () => {
    const { sql, ownerSql } = database;
    await expect(sealAll(sql, testSealing(2))).rejects.toThrow("NEW_KEY=1");
    await expect(introduceKey(sql, testSealing(2))).rejects.toThrow("permission denied");
    await introduceKey(ownerSql, testSealing(2));
    await sealAll(sql, testSealing(2));
    const { note, head } = await headOf(database);
    expect(head.size).toBe(690);
    const keys = await readKeys(sql);
    const [newer, older] = [2, 1].map((seed) => testLogKey(seed)(TEST_ORIGIN).vkey);
    expect(keys.map(({ vkey }) => vkey)).toEqual([newer, older]);
    const key = parseVerifierKey(newer ?? "");
    expect(key && verifyNote(note, [key])).toEqual([key]);
    const [first] = keys;
    expect(first && isEndorsed(first, TEST_ORIGIN, [older ?? ""])).toBe(true);
    expect(first && isEndorsed(first, TEST_ORIGIN, [])).toBe(false);
    // Back to the first key, on the same head: it has signed that already, and vouches for the other from now on.
    await introduceKey(ownerSql, testSealing(1));
    await introduceKey(ownerSql, testSealing(1));
    await sealAll(sql, testSealing(1));
    await sealAll(sql, testSealing(1));
    const [again, ...before] = await readKeys(sql);
    expect(before).toEqual(keys);
    expect(again && isEndorsed(again, TEST_ORIGIN, [newer ?? "", older ?? ""])).toBe(true);
  });

  it("accepts no key from the processes' login, and does not continue over a key that is not vouched for", async () => {
    const other = await createTestDatabase();
    const { sql, ownerSql } = other;
    await appendSome(sql, 3);
    await sealAll(sql);
    const forger = testLogKey(9)(TEST_ORIGIN);
    const [own] = await readKeys(sql);
    const forged = { vkey: forger.vkey, endorsement: endorse(forger, TEST_ORIGIN, [own?.vkey ?? ""]) };
    await expect(sql`insert into log_keys ${sql(forged)}`).rejects.toThrow("permission denied");
    await expect(sql`select first_log_key(${forged.vkey}, ${forged.endorsement})`).rejects.toThrow(
      "has its key",
    );
    // The owner may write any row; the seal does not vouch for it.
    await ownerSql`insert into log_keys ${ownerSql(forged)}`;
    await appendSome(sql, 3);
    for (const attempt of [1, 2]) {
      await expect(seal(sql, testSealing()), `attempt ${attempt}`).rejects.toThrow(SealRefused);
      expect((await readKeys(sql)).map(({ vkey }) => vkey)).toEqual([forged.vkey, own?.vkey]);
    }
    expect(await countLeaves(sql)).toBe(3);
    expect((await sealLag(sql, new Date())).unvouchedKey).toBe(forger.vkey);
    await expect(introduceKey(ownerSql, testSealing(2))).rejects.toThrow("has signed no head");
    await other.drop();
  });

  it("is refused over a head that no key of the log has signed, whatever its name", async () => {
    const other = await createTestDatabase();
    const { sql } = other;
    await appendSome(sql, 3);
    await sealAll(sql);
    const { head } = await headOf(other);
    const forger = testLogKey(9)("evil.example/log");
    const note = signNote(checkpointText({ ...head, origin: "evil.example/log" }), forger);
    await sql`insert into log_checkpoints (size, note, vkey) values (3, ${note}, ${forger.vkey})`;
    await appendSome(sql, 1);
    await expect(seal(sql, testSealing())).rejects.toThrow(SealRefused);
    await other.drop();
  });

  it("cannot be undone or altered by the processes' login, nor by the owner while the triggers exist", async () => {
    for (const sql of [database.sql, database.ownerSql]) {
      for (const table of ["log_leaves", "log_subtrees", "log_keys", "log_checkpoints", "log_cosignatures"]) {
        await expect(sql`truncate ${sql(table)} cascade`).rejects.toThrow(/append-only|permission denied/);
      }
      await expect(sql`delete from log_leaves where index = 5`).rejects.toThrow(
        /append-only|permission denied/,
      );
    }
  });

  it("is refused over a tree that differs from the signed one, and over a log that lost sealed events", async () => {
    const other = await createTestDatabase();
    const { sql, ownerSql } = other;
    const stream = await appendSome(sql, 10);
    await sealAll(sql);
    await appendSome(sql, 1);
    await ownerSql`alter table log_leaves disable trigger log_leaves_are_immutable`;
    await ownerSql`update log_leaves set hash = decode(repeat('00', 32), 'hex') where index = 3`;
    await expect(seal(sql, testSealing())).rejects.toThrow(SealRefused);
    expect(await countLeaves(sql)).toBe(10);
    await ownerSql`alter table events disable trigger events_are_immutable`;
    await ownerSql`delete from events where stream = ${stream} and version = 10`;
    await expect(seal(sql, testSealing())).rejects.toThrow(`event 9 ${stream} v10`);
    await other.drop();
  });
});
