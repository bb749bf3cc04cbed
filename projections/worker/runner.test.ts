/** Shows that a worker frees the jobs of each of its starts, also of one that failed. */
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

it("a job that a worker took before its first heartbeat failed is free again at the worker's next start", async () => {
  await refuseOnce();
  const pgPool = openPgPool(database.runtimeUrl);
  pgPool.on("error", () => undefined);
  let began = 0;
  let endFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  await addJobs(database.sql, [{ task: "hang-once", payload: {}, key: "hangs" }]);
  const runner = await startRunner({
    sql: database.sql,
    pgPool,
    tasks: { "hang-once": () => (++began === 1 ? first : undefined) },
    cron: [],
    concurrency: 2,
    followers: [],
    projections: [],
    logger: pino({ level: "silent" }),
  });
  try {
    await expect.poll(() => began, FREE_WITHIN).toBe(2);
    const left = () => database.ownerSql`select from graphile_worker._private_jobs where key = 'hangs'`;
    await expect.poll(left, FREE_WITHIN).toHaveLength(0);
  } finally {
    endFirst();
    await runner.stop();
    await pgPool.end();
  }
});
