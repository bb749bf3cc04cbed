/** Shows that workers take over from killed ones, and survive cut sessions. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CURRENT_WITHIN_MS, type Load } from "./load-fixture.ts";
import { startWithoutWorkers } from "./workers-fixture.ts";

const BOOKED_MS = 1_500;

let world: Awaited<ReturnType<typeof startWithoutWorkers>>;
beforeEach(async () => {
  world = await startWithoutWorkers();
});
afterEach(() => world.close());

async function bookedAt(): Promise<Load> {
  const load = world.startLoad();
  await delay(BOOKED_MS);
  return load;
}

describe("workers beside a BFF that takes bookings without a pause", () => {
  it("take over within two seconds from either worker when it is killed, and from the last one when a new one starts", async () => {
    const workers = [await world.startWorker(), await world.startWorker()];
    const load = await bookedAt();
    const stalestAfterKill = async (name: string): Promise<number> => {
      const killedAt = performance.now();
      workers.shift()?.child.kill("SIGKILL");
      await delay(BOOKED_MS);
      return load.stalestSince(killedAt, name);
    };
    expect(await stalestAfterKill("the first of two workers killed")).toBeLessThan(CURRENT_WITHIN_MS);
    workers.push(await world.startWorker());
    expect(await stalestAfterKill("the second killed, a third beside it")).toBeLessThan(CURRENT_WITHIN_MS);
    workers.shift()?.child.kill("SIGKILL");
    await delay(BOOKED_MS);
    await world.startWorker();
    const stalest = await load.stalestAtEnd(performance.now(), "the last killed, from the next one's ready");
    expect(stalest).toBeLessThan(CURRENT_WITHIN_MS);
    await load.expectEachOnce();
  }, 90_000);

  it("survive sessions that the server cuts during their work, and are current two seconds after the last cut", async () => {
    const only = await world.startWorker();
    const load = await bookedAt();
    let cuts = 0;
    for (let round = 1; round <= 150; round++) {
      // Mostly cuts sessions that work; sometimes also those that wait and listen.
      const [cut] = await world.database.ownerSql<{ count: number }[]>`
        select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and application_name like 'hub worker%' and (state <> 'idle' or ${round % 25 === 0})`;
      cuts += cut?.count ?? 0;
      await delay(20);
    }
    const lastCut = performance.now();
    const stalest = await load.stalestAtEnd(lastCut, `${cuts} sessions cut, from the last`);
    expect(only.child.exitCode).toBeNull();
    expect(cuts).toBeGreaterThan(5);
    expect(stalest).toBeLessThan(CURRENT_WITHIN_MS);
    await load.expectEachOnce();
  }, 90_000);
});
