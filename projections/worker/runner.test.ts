/** Shows that a worker frees what is locked in its names and not running: after a start that failed, and after a crash of the server. */
import type { TaskList } from "graphile-worker";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPgPool } from "../../core/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { addJobs } from "../engine/wake-followers.ts";
import { startRunner } from "./runner.ts";

/** Before ten seconds have passed, no other check frees a lock. */
const FREE_WITHIN = { timeout: 8_000, interval: 20 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The worker's first heartbeat fails once its queue has taken a job; so does the first attempt to free that job. */
async function refuseOnce(): Promise<void> {
  await database.ownerSql.unsafe(`
    create sequence joins; create sequence leaves;
    create function refuse_join() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if nextval('joins') > 1 then return new; end if;
      perform pg_sleep(0.5);
      raise exception 'refused' using errcode = '57P01';
    end $$;
    create function refuse_leave() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if nextval('leaves') > 1 then return null; end if;
      raise exception 'refused' using errcode = '57P01';
    end $$;
    create trigger refuse_join before insert on workers for each row execute function refuse_join();
    create trigger refuse_leave before delete on workers for each statement execute function refuse_leave();`);
}

/** A worker that has these tasks and follows nothing. */
async function startTasks(tasks: TaskList): Promise<{ stop(): Promise<void> }> {
  const pgPool = openPgPool(database.runtimeUrl, { applicationName: "worker of this test" });
  const runner = await startRunner({
    sql: database.sql,
    pgPool,
    tasks,
    cron: [],
    concurrency: 2,
    followers: [],
    projections: [],
    logger: pino({ level: "silent" }),
  });
  return {
    async stop() {
      await runner.stop();
      await pgPool.end();
    },
  };
}

const jobsWithKey = (key: string) =>
  database.ownerSql`select from graphile_worker._private_jobs where key = ${key}`;

it("a job that a worker took before its first heartbeat failed is free again at the worker's next start", async () => {
  await refuseOnce();
  let began = 0;
  let endFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  await addJobs(database.sql, [{ task: "hang-once", payload: {}, key: "hangs" }]);
  const worker = await startTasks({ "hang-once": () => (++began === 1 ? first : undefined) });
  try {
    await expect.poll(() => began, FREE_WITHIN).toBe(2);
    await expect.poll(() => jobsWithKey("hangs"), FREE_WITHIN).toHaveLength(0);
  } finally {
    endFirst();
    await worker.stop();
  }
});

it("a job whose end a crash of the server has undone is free again, and so is its queue", async () => {
  const { ownerSql } = database;
  let began = 0;
  const worker = await startTasks({
    async note() {
      began += 1;
      if (began === 1) await ownerSql`create table lost as select * from graphile_worker._private_jobs`;
    },
  });
  try {
    await addJobs(database.sql, [{ task: "note", payload: {}, key: "noted", queue: "notes" }]);
    await expect.poll(() => began, FREE_WITHIN).toBe(1);
    await expect.poll(() => jobsWithKey("noted"), FREE_WITHIN).toHaveLength(0);
    // What the log on disk says after a crash, in which all sessions end: the job is locked, as it was while it ran.
    await ownerSql.begin(async (sql) => {
      await sql`alter table lost drop column is_available`;
      await sql`
        insert into graphile_worker._private_jobs (id, job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts,
          last_error, created_at, updated_at, key, locked_at, locked_by, revision, flags)
        overriding system value select * from lost`;
      await sql`
        update graphile_worker._private_job_queues q set locked_at = l.locked_at, locked_by = l.locked_by
        from lost l where q.id = l.job_queue_id`;
    });
    await ownerSql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'worker of this test'`;
    await addJobs(database.sql, [{ task: "note", payload: {}, key: "behind it", queue: "notes" }]);
    await expect.poll(() => began, FREE_WITHIN).toBe(3);
  } finally {
    await worker.stop();
  }
});
