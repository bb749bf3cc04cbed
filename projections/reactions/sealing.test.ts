/** Shows that the log is sealed completely or not at all, by any number of processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { isConsistent } from "../../core/transparency/check-proofs-fixture.ts";
import { parseCheckpoint } from "../../core/transparency/checkpoint.ts";
import { appendSome, sealAll, testLogKey, testSealing } from "../../core/transparency/log-fixture.ts";
import { seal } from "../../core/transparency/seal.ts";
import {
  countLeaves,
  hashReader,
  leavesFrom,
  newestCheckpoint,
} from "../../core/transparency/seal-tables.ts";
import { parseNote } from "../../core/transparency/signed-note.ts";
import { openTree } from "../../core/transparency/tiles.ts";
import { verifyLog } from "../../operator/verify/verify.ts";

const databases: TestDatabase[] = [];
async function freshLog(): Promise<TestDatabase> {
  const database = await createTestDatabase({ max: 4 });
  databases.push(database);
  return database;
}
afterAll(() => Promise.all(databases.map((database) => database.drop())));

const verify = ({ sql }: TestDatabase) =>
  verifyLog(sql, {
    ownKey: testLogKey(1),
    witnessKeys: [],
    kept: null,
    onFault: () => undefined,
    onProgress: () => undefined,
    onGuardProgress: () => undefined,
  });

function startSealing({ runtimeUrl }: TestDatabase, killedBefore = ""): ChildProcess {
  const script = "core/transparency/sealing-fixture.ts";
  return spawn(process.execPath, ["--import", "tsx", script, runtimeUrl, killedBefore], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function headOf({ sql }: TestDatabase) {
  const head = parseCheckpoint(parseNote((await newestCheckpoint(sql))?.note ?? "")?.text ?? "");
  if (!head) throw new Error("no checkpoint");
  return head;
}

describe("sealing", () => {
  it("killed before any of its statements leaves all of leaves, tiles and head, or none, and can continue", async () => {
    const log = await freshLog();
    const steps = [
      ...shortOrLong([], ["begin_seal", "first_log_key"]),
      "insert into log_leaves",
      ...shortOrLong([], ["insert into log_subtrees"]),
      "insert into log_checkpoints",
      "commit",
    ];
    const total = 260 * (steps.length + 1);
    let sealed = 0;
    for (const step of steps) {
      await appendSome(log.sql, 260);
      if (step === "insert into log_leaves") sealed = await sealAll(log.sql);
      if (step === "insert into log_leaves") await appendSome(log.sql, 260);
      const [, signal] = await once(startSealing(log, step), "exit");
      expect(signal, step).toBe("SIGKILL");
      expect(await countLeaves(log.sql), step).toBe(sealed);
      const { faults, events } = await verify(log);
      expect({ faults, events }, step).toEqual({ faults: [], events: sealed });
    }
    // The commit was sent and perhaps done, and its answer was not received.
    await once(startSealing(log, "its answer"), "exit");
    const { faults, events } = await verify(log);
    expect(faults).toEqual([]);
    expect([sealed, total]).toContain(events);
    expect(await sealAll(log.sql)).toBe(total);
    expect(await verify(log)).toMatchObject({ faults: [], events: total, unsealed: 0 });
  }, 120_000);

  it("by several processes at once, one of which is killed, makes each leaf once", async () => {
    const log = await freshLog();
    const processes = [startSealing(log), startSealing(log), startSealing(log)];
    await appendSome(log.sql, 5);
    await expect.poll(() => countLeaves(log.sql), { timeout: 30_000 }).toBeGreaterThan(0);
    for (let n = 0; n < 60; n++) {
      await appendSome(log.sql, 5);
      if (n === 30) processes[0]?.kill("SIGKILL");
    }
    // The others seal the rest, however slow they are.
    await expect.poll(() => countLeaves(log.sql), { timeout: 30_000 }).toBe(305);
    for (const one of processes.slice(1)) one.kill("SIGKILL");
    await sealAll(log.sql);
    const [row] = await log.sql<{ total: number; heads: number }[]>`
      select (select count(*) from events) as total, (select count(*) from log_checkpoints) as heads`;
    expect(row?.heads).toBeGreaterThan(1);
    expect(await verify(log)).toEqual({
      faults: [],
      events: row?.total,
      checkpoints: row?.heads,
      unsealed: 0,
    });
  }, 60_000);

  it("waits for a transaction that commits late, and puts its events in the log's order", async () => {
    const log = await freshLog();
    const early = await appendSome(log.sql, 2);
    await sealAll(log.sql);
    await log.ownerSql.begin(async (tx) => {
      await tx`
        insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
        select 'inquiry-900', 1, type, 1, data, meta, 'late', 0, occurred_at from events where stream = ${early} and version = 1`;
      await appendSome(log.sql, 2);
      const { events, nextAfterMs } = await seal(log.sql, testSealing());
      expect({ events, isHeldBack: Number(nextAfterMs) > 0 }).toEqual({ events: 2, isHeldBack: true });
    });
    expect(await sealAll(log.sql)).toBe(5);
    const leaves = await leavesFrom(log.sql, 0, 10);
    expect(leaves.map(({ stream }) => stream)).toEqual([
      early,
      early,
      "inquiry-900",
      "inquiry-2",
      "inquiry-2",
    ]);
    expect((await verify(log)).faults).toEqual([]);
  });

  it("continues on a log that was restored into a newer cluster", async () => {
    const log = await freshLog();
    await appendSome(log.sql, 300);
    await sealAll(log.sql);
    const before = await headOf(log);
    // The result of a restore: events with higher transaction numbers than the new cluster's, and a raised epoch.
    const { ownerSql } = log;
    await ownerSql`alter table events disable trigger user`;
    await ownerSql`update events set xid = (xid::text::bigint + 9000000000000)::text::xid8`;
    await ownerSql`alter table events enable trigger user`;
    await ownerSql`update log_epoch set epoch = 2`;
    await ownerSql`alter table events alter column epoch set default 2`;
    await appendSome(log.sql, 300);
    expect(await sealAll(log.sql)).toBe(600);
    const after = await headOf(log);
    const proof = await openTree(600, hashReader(log.sql)).consistency(before.size);
    expect(isConsistent(before, after, proof)).toBe(true);
    expect(await verify(log)).toMatchObject({ faults: [], events: 600, checkpoints: 2, unsealed: 0 });
  });
});
