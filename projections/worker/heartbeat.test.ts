/** Shows that a heartbeat keeps a live worker's jobs and frees those of others. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPgPool } from "../../core/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { addJobs } from "../engine/wake-followers.ts";
import { beginHeartbeat, type Heartbeat, leaveWorkers } from "./heartbeat.ts";

const LANE = "mail-0";

let database: TestDatabase;
let pgPool: pg.Pool;
let id: string;
let life: Heartbeat;
beforeAll(async () => {
  database = await createTestDatabase();
  pgPool = openPgPool(database.runtimeUrl, { max: 4 });
});
afterAll(async () => {
  await pgPool.end();
  await database.drop();
});
beforeEach(async () => {
  id = randomUUID();
  life = await beginHeartbeat(pgPool, { id, followers: [] });
});
afterEach(async () => {
  life.end();
  await leaveWorkers(database.sql, new Set([id]));
  await database.ownerSql`delete from graphile_worker._private_jobs`;
});

/** Locks a job and its lane in the worker's name, three seconds ago, as the queue does. */
async function lockJob(): Promise<string> {
  await addJobs(database.sql, [{ task: "send-mail", payload: {}, key: "a mail", queue: LANE }]);
  await database.ownerSql`
    update graphile_worker._private_job_queues set locked_by = ${id}, locked_at = now() - interval '3 seconds'
    where queue_name = ${LANE}`;
  const [job] = await database.ownerSql<{ id: string }[]>`
    update graphile_worker._private_jobs
    set locked_by = ${id}, locked_at = now() - interval '3 seconds', attempts = attempts + 1 returning id::text as id`;
  if (!job) throw new Error("no job");
  return job.id;
}

const locks = async () => {
  const [row] = await database.sql<{ lane: string | null; job: string | null; attempts: number }[]>`
    select q.locked_by as lane, j.locked_by as job, j.attempts
    from graphile_worker._private_job_queues q left join graphile_worker._private_jobs j on j.job_queue_id = q.id
    where q.queue_name = ${LANE}`;
  return row;
};

describe("the heartbeat of a live worker", () => {
  it("keeps the worker's running jobs", async () => {
    const job = await lockJob();
    await life.sendHeartbeat(null);
    await life.sendHeartbeat([job]);
    expect(await locks()).toEqual({ lane: id, job: id, attempts: 1 });
  });

  it("frees a job and its lane if the worker never received the answer that assigned it", async () => {
    await lockJob();
    await life.sendHeartbeat([]);
    expect(await locks()).toEqual({ lane: null, job: null, attempts: 0 });
  });

  it("frees a lane whose job another worker has ended meanwhile", async () => {
    await lockJob();
    await database.ownerSql`delete from graphile_worker._private_jobs`;
    expect(await locks()).toMatchObject({ lane: id });
    await life.sendHeartbeat(null);
    expect(await locks()).toMatchObject({ lane: null });
  });

  it("reads the jobs that are due and not those that wait", async () => {
    await addJobs(database.sql, [{ task: "send-mail", payload: {}, key: "due" }]);
    const few = await pagesRead();
    await database.ownerSql`
      insert into graphile_worker._private_jobs (task_id, payload, key, run_at)
      select task_id, payload, 'waiting ' || n, now() + interval '1 year'
      from graphile_worker._private_jobs, generate_series(1, 20_000) n`;
    await database.ownerSql`analyze graphile_worker._private_jobs`;
    const many = await pagesRead();
    expect(many).toBeLessThan(few + 20);
    expect((await life.sendHeartbeat(null))?.due).toHaveLength(1);
  });
});

/** How many pages of the database a heartbeat reads; it is planned beforehand. */
async function pagesRead(): Promise<number> {
  const reserved = await database.sql.reserve();
  const beat = () => reserved<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }[]>`
    explain (analyze, buffers, format json) select * from beat(${id}, interval '5 seconds', '{}')`;
  await beat();
  const [row] = await beat();
  reserved.release();
  return row?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"] ?? Number.NaN;
}
