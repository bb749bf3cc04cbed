/** Shows that a stopped worker is replaced, and notices it when it continues. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CURRENT_WITHIN_MS } from "./load-fixture.ts";
import { startWithoutWorkers } from "./workers-fixture.ts";

const STOPPED_MS = 20_000;
/** Other processes cannot tell a stopped worker from a slow one at once. */
const TAKEN_OVER_WITHIN_MS = 3_000;
/** What its log says: that another worker has its place, or that it joins the others again. */
const FOUND_OUT = /no longer|another worker|taken over|joins/i;

let world: Awaited<ReturnType<typeof startWithoutWorkers>>;
beforeAll(async () => {
  world = await startWithoutWorkers();
});
afterAll(() => world.close());

it("a worker that is stopped for twenty seconds is replaced, notices this when it continues, and replaces the other when that is killed", async () => {
  // It starts alone, so that it has every role that only one worker can have.
  const stopped = await world.startWorker();
  const load = world.startLoad({ clients: 2, pauseMs: 100 });
  await delay(1_000);
  const other = await world.startWorker();

  const stoppedAt = performance.now();
  stopped.child.kill("SIGSTOP");
  try {
    await delay(STOPPED_MS);
    const stalest = await load.stalestSince(stoppedAt, "a worker stopped for 20 s, from the stop");
    expect(stalest).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  } finally {
    stopped.child.kill("SIGCONT");
  }
  const lengthBefore = stopped.output().length;
  const wokenAt = performance.now();
  await expect.poll(() => stopped.output().slice(lengthBefore), { timeout: 5_000 }).toMatch(FOUND_OUT);
  expect(await load.stalestSince(wokenAt, "the worker continues")).toBeLessThan(CURRENT_WITHIN_MS);

  const killedAt = performance.now();
  other.child.kill("SIGKILL");
  const stalest = await load.stalestAtEnd(killedAt, "the other killed, from the kill");
  expect(stalest).toBeLessThan(CURRENT_WITHIN_MS);
  expect(stopped.child.exitCode).toBeNull();
  await load.expectEachOnce();
}, 120_000);
