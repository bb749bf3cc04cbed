import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceOf } from "../core/booking/rules/pricing.ts";
import { openSql } from "../core/platform/database/database.ts";
import { freePort } from "../core/testing/free-port.ts";
import { ROOM_SEEDS } from "../core/venue/rooms/seed-rooms.ts";
import { FIRST_TERMS } from "../core/venue/settings.ts";
import { isClosedDay } from "../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../core/venue/time/venue-time.ts";
import { type RunningProgram, testPrograms } from "./testing/process-fixture.ts";

// The built product (`make test` builds first), whose embedded server is killed while it runs.
const ZONE = "America/New_York";
const CURRENT_WITHIN_MS = 2_000;
const dataDir = mkdtempSync(join(tmpdir(), "hub-dead-database-"));
const { start, stopAll } = testPrograms({
  RATE_LIMIT_BOOKINGS: "0",
  VENUE_TIMEZONE: ZONE,
  DATA_DIR: dataDir,
});

let product: RunningProgram;
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  product = await start("product", { PORT: String(port) }, /ready http/);
});
afterAll(async () => {
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const postmaster = (): number =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

const openDays = (function* () {
  for (let day = addDays(venueDayOf(new Date(), ZONE), 30); ; day = addDays(day, 1)) {
    if (!isClosedDay(day)) yield day;
  }
})();

const [hourlyCents = 0, halfDayCents = 0, fullDayCents = 0] =
  ROOM_SEEDS.find(({ id }) => id === 1)?.rates ?? [];
const price = priceOf(
  { hourlyCents, halfDayCents, fullDayCents },
  { duration: "hourly", hourCount: 1, engineerRequired: false },
  FIRST_TERMS,
);

/** Books an hour of room 1; answers 201 or why not. A repeated call is for the same booking, which may exist though its answer was lost. */
async function book(day: string): Promise<number> {
  const response = await fetch(`${origin}/api/bookings`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": `an hour of ${day}` },
    body: JSON.stringify({
      roomId: 1,
      firstName: "Ada",
      lastName: "Byron",
      email: `visitor-${day}@example.test`,
      phone: "212 555 0100",
      startDate: day,
      startTime: "10:00",
      endTime: "11:00",
      eventType: "Rehearsal",
      hourCount: 1,
      totalAmount: price.totalCents / 100,
      downpaymentAmount: price.downpaymentCents / 100,
      remainingAmount: price.remainingCents / 100,
      terms: true,
    }),
  });
  return response.status;
}

/** Whether the room's calendar shows what was booked on this day. */
async function isShown(day: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/rooms/1/bookings?startDate=${day}&endDate=${day}`);
  const spans: unknown = await response.json();
  return Array.isArray(spans) && spans.length === 1;
}

/** The sessions on which the BFF gets notifications of other processes. */
async function listeningSessions(): Promise<number> {
  const sql = openSql(readFileSync(join(dataDir, "owner-url"), "utf8").trim(), { max: 1 });
  try {
    const { count } = await sql`
      select from pg_stat_activity where application_name = 'hub bff' and query ilike 'listen %'`;
    return count;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Books as soon as that is possible, and finds it in the calendar; answers which other answers came meanwhile. */
async function worksAgain(): Promise<Set<number>> {
  const refused = new Set<number>();
  const day = openDays.next().value;
  const began = Date.now();
  for (let status = await book(day); status !== 201; status = await book(day)) {
    refused.add(status);
    if (Date.now() - began > 15_000) throw new Error(`no booking for 15 s: ${[...refused]}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await expect.poll(() => isShown(day), { timeout: CURRENT_WITHIN_MS, interval: 20 }).toBe(true);
  await expect.poll(listeningSessions, { timeout: 2_000 }).toBe(1);
  return refused;
}

describe("a product whose PostgreSQL dies", () => {
  it("answers 503 while a killed server is started again, on its port, and then everything works", async () => {
    expect(await worksAgain()).toEqual(new Set());
    for (let round = 0; round < 3; round++) {
      const killed = postmaster();
      process.kill(killed, "SIGKILL");
      await expect.poll(() => book(openDays.next().value), { interval: 5 }).toBe(503);
      for (const status of await worksAgain()) expect(status).toBe(503);
      expect(postmaster()).not.toBe(killed);
    }
    expect(product.child.exitCode).toBeNull();
  }, 90_000);

  it("continues when a session crashes and PostgreSQL restarts itself", async () => {
    const killed = postmaster();
    const sql = openSql(readFileSync(join(dataDir, "owner-url"), "utf8").trim(), { max: 1 });
    const [backend] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = 'hub bff' limit 1`;
    if (!backend) throw new Error("the BFF has no session");
    process.kill(backend.pid, "SIGKILL");
    for (const status of await worksAgain()) expect(status).toBe(503);
    expect(postmaster()).toBe(killed);
    await sql.end({ timeout: 1 });
  }, 60_000);

  it("ends with 1 and says why when the server cannot be started again", async () => {
    renameSync(join(dataDir, "postgres/global/pg_control"), join(dataDir, "pg_control"));
    process.kill(postmaster(), "SIGKILL");
    expect(await product.ended).toBe(1);
    expect(product.output()).toMatch(/^PostgreSQL has died and could not be started again\. .*pg_control/ms);
    const own = `"pid":${product.child.pid}`;
    const bugs = product
      .output()
      .split("\n")
      .filter((line) => line.includes("an error was not caught") && line.includes(own));
    expect(bugs).toEqual([]);
  }, 60_000);
});
