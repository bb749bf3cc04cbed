/** Shows that the whole product recovers from killed processes and power cuts, and loses nothing. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningProgram, testPrograms } from "../../bff/testing/process-fixture.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { CURRENT_WITHIN_MS, type Load, startLoad } from "./load-fixture.ts";
import { answeredAfter } from "./traffic-fixture.ts";

// `make run` as an operator uses it, with its embedded PostgreSQL (`make test` builds first).
/** Counted from the kill: the parent starts another worker at once, which must load its modules before it follows the log. */
const WORKER_BACK_WITHIN_MS = 3_000;
const SERVER_BACK_WITHIN_MS = 15_000;
const BOOKED_BETWEEN_MS = 1_500;
/** Backends outlive their postmaster for a moment, and may still take a booking. */
const BACKENDS_GONE_AFTER_MS = 1_000;

const { start, stopAll, count } = testPrograms({ RATE_LIMIT_BOOKINGS: "0" });
let dataDir: string;
let port: number;
let product: RunningProgram;
let load: Load;

const startProduct = () => start("product", { PORT: String(port), DATA_DIR: dataDir }, /ready http/);
const postmaster = () => Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "hub-faults-"));
  port = await freePort();
  product = await startProduct();
  load = startLoad({ port, ownerUrl: readFileSync(join(dataDir, "owner-url"), "utf8").trim(), dataDir });
});
beforeEach(() => delay(BOOKED_BETWEEN_MS));
afterAll(async () => {
  await load.close();
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the whole product under repeated faults, while bookings are made without a pause", () => {
  it("starts its worker again after a kill, and is current soon after", async () => {
    const killedAt = performance.now();
    process.kill(workerOf(product), "SIGKILL");
    // Bookings that are made after the new worker has started must be shown, too.
    await delay(WORKER_BACK_WITHIN_MS);
    const stalest = await load.stalestSince(killedAt, "the product's worker killed, from the kill");
    expect(stalest).toBeLessThan(WORKER_BACK_WITHIN_MS);
  }, 60_000);

  it("is current within two seconds of being ready again after kill -9", async () => {
    product.signalGroup("SIGKILL");
    expect(await stalestSinceReady("the product killed, from ready")).toBeLessThan(CURRENT_WITHIN_MS);
  }, 60_000);

  it("is current within two seconds of being ready again after a power cut: kill -9 of it and of PostgreSQL", async () => {
    process.kill(postmaster(), "SIGKILL");
    product.signalGroup("SIGKILL");
    const stalest = await stalestSinceReady("product and PostgreSQL killed, from ready");
    expect(stalest).toBeLessThan(CURRENT_WITHIN_MS);
  }, 60_000);

  it("starts its PostgreSQL again after a kill, takes bookings, and is current within two seconds of the first", async () => {
    const killedAt = performance.now();
    process.kill(postmaster(), "SIGKILL");
    const gone = killedAt + BACKENDS_GONE_AFTER_MS;
    const back = await answeredAfter(load.traffic, gone, SERVER_BACK_WITHIN_MS);
    if (back === null) expect.fail(`no booking was taken within ${SERVER_BACK_WITHIN_MS} ms`);
    await delay(BOOKED_BETWEEN_MS);
    const name = `PostgreSQL killed, taking bookings after ${Math.round(back - killedAt)} ms, from the first`;
    expect(await load.stalestSince(back, name)).toBeLessThan(CURRENT_WITHIN_MS);
  }, 60_000);

  it("has lost nothing and done nothing twice", async () => {
    await load.stalestAtEnd(performance.now(), "after all faults");
    await load.expectEachOnce();
  }, 60_000);
});

/** Starts the product again, and measures from its ready. */
async function stalestSinceReady(name: string): Promise<number> {
  await expect.poll(count).toBe(0);
  product = await startProduct();
  const readyAt = performance.now();
  await delay(BOOKED_BETWEEN_MS);
  return load.stalestSince(readyAt, name);
}

function workerOf(parent: RunningProgram): number {
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" });
  const worker = processes
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(
      ([, ppid, ...command]) => Number(ppid) === parent.child.pid && command.join(" ").includes("worker.js"),
    );
  if (!worker) throw new Error("the product has no worker");
  return Number(worker[0]);
}
