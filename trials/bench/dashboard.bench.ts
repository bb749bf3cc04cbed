/**
 * Measures staff's calls and the finder over HTTP on one connection, with a small and a large sample history in one run: all must stay
 * quick, and analytics must not slow down as the history grows.
 */

import { StaffLoggedIn } from "../../bff/contract/staff/staff.ts";
import { openBff, webhookUrlOf } from "../../bff/open-bff.ts";
import { startWorkerProcess } from "../../bff/worker-process.ts";
import { environmentOfProcess, readConfig } from "../../core/platform/config/config.ts";
import { openSql, POOL_MAX, withDatabase } from "../../core/platform/database/database.ts";
import { createLogger } from "../../core/platform/logger.ts";
import type { Close } from "../../core/platform/process.ts";
import { derivedRuntimeUrl, ensureRuntimeLogin } from "../../core/platform/secrets/runtime-login.ts";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { migrate } from "../../migrations/runner.ts";
import { seed } from "../../migrations/seed.ts";
import { makeDemo } from "../../operator/demo/demo.ts";
import { percentile, report } from "./core/measure.ts";
import { ZONE } from "./servers/submissions.ts";

const P95_AIM_MS = 50;
const FIND_P95_AIM_MS = 30;
const GROWTH_AIM = 1.5;
const WARM_UPS = 10;
const CALLS = 80;
const PASSWORD = "bench-only";
const SESSION_SECRET = "the-bench-needs-thirty-two-letters";

const ANSWERS = {
  "bookings, first page": "/api/bookings?page=1&limit=20",
  "bookings, page 100": "/api/bookings?page=100&limit=20",
  "bookings, filtered": "/api/bookings?status=completed&paymentStatus=paid&limit=20",
  "bookings, by start": "/api/bookings?sort=startTime&order=asc&limit=20",
  "search by name": "/api/bookings?search=okafor&limit=20",
  "search by first and last name": "/api/bookings?search=amara%20okafor&limit=20",
  "search by email": "/api/bookings?search=example.org&limit=20",
  "search by one letter": "/api/bookings?search=e&limit=20",
  "search by room": "/api/bookings?search=studio&limit=20",
  "search by number": "/api/bookings?search=1234&limit=20",
  "stat cards, with a search": "/api/bookings/summary?search=okafor",
  messages: "/api/contact?limit=20",
  analytics: "/api/analytics",
  "analytics, five years and the five before": "/api/analytics?from=2023-01-01&to=2027-12-31",
} as const;

/** Each call sends a different find request, since repeated requests are answered from memory. */
const FINDS = {
  "find, one day": (call: number) => findPath(call, 0),
  "find, fourteen days": (call: number) => findPath(call, 13),
} as const;

function findPath(call: number, daysMore: number): string {
  const today = venueDayOf(new Date(), ZONE);
  const day = addDays(today, 1 + (call % 20));
  const start = `${9 + (call % 13)}:00`;
  const query = { day, until: addDays(day, daysMore), start, hours: "3", people: String(1 + call) };
  return `/api/find?${new URLSearchParams(query)}`;
}

/** A series of 52 dates: the answer of the quote, every date with its alternatives. */
const QUOTE = "series, a quote of 52 dates";

function quoteRequest(call: number): { path: string; body: object } {
  const day = addDays(venueDayOf(new Date(), ZONE), 1 + (call % 6));
  const start = 9 + (call % 12);
  return {
    path: "/api/series/quote",
    body: {
      roomId: 1 + (call % 5),
      startDate: day,
      startTime: `${start}:00`,
      endTime: `${start + 2}:00`,
      bookingDuration: "hourly",
      repeat: { every: 1, count: 52 },
    },
  };
}

/** A hub with a sample history of this size, on a database of its own, with its own worker and BFF. */
interface Hub {
  bookings: number;
  origin: string;
  token: string;
  close(): Promise<void>;
}

/** Creates a hub for each size on this server and calls them in turn, so that noise of the machine affects all alike. */
export async function benchDashboard(
  serverUrl: string,
  sizes: readonly number[] = [5_000, 50_000],
): Promise<void> {
  const hubs: Hub[] = [];
  try {
    for (const bookings of sizes) hubs.push(await openHub(serverUrl, bookings));
    for (const [answer, path] of Object.entries(ANSWERS)) {
      const medians = await measure(answer, () => path, hubs, P95_AIM_MS);
      if (answer === "analytics") reportGrowth(medians);
    }
    for (const [answer, pathOf] of Object.entries(FINDS)) {
      await measure(answer, pathOf, hubs, FIND_P95_AIM_MS);
    }
    await measure(QUOTE, quoteRequest, hubs, FIND_P95_AIM_MS);
  } finally {
    for (const hub of hubs) await hub.close();
  }
}

async function openHub(serverUrl: string, bookings: number): Promise<Hub> {
  const database = `hub_dashboard_${bookings}`;
  const admin = openSql(serverUrl, { max: 1 });
  const drop = () => admin`drop database if exists ${admin(database)} with (force)`;
  await drop();
  await admin`create database ${admin(database)}`;
  const ownerUrl = withDatabase(serverUrl, database);
  const databaseUrl = derivedRuntimeUrl(ownerUrl, SESSION_SECRET);
  const read = readConfig({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl, SESSION_SECRET });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { config } = read;
  const logger = createLogger({ logLevel: "error" });
  const ownerSql = openSql(ownerUrl, { max: POOL_MAX.demo });
  await migrate(ownerUrl);
  await seed(ownerUrl, { adminPassword: PASSWORD, sessionSecret: SESSION_SECRET });
  await ensureRuntimeLogin(ownerUrl, databaseUrl);
  await makeDemo(ownerSql, config, { bookings, besideReal: false });
  await ownerSql`vacuum analyze`;
  const env = environmentOfProcess({ databaseUrl, sessionSecret: SESSION_SECRET });
  const worker = await startWorkerProcess({ env, webhookUrl: webhookUrlOf(config), logger });
  const closing: Close[] = [];
  const opened = (close: Close): void => void closing.push(close);
  const bff = await openBff({ config: { ...config, port: 0 }, logger, opened }, databaseUrl);
  const origin = `http://127.0.0.1:${bff.port}`;
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin", password: PASSWORD }),
  });
  return {
    bookings,
    origin,
    token: StaffLoggedIn.parse(await login.json()).token,
    async close() {
      for (const close of closing.reverse()) await close(5_000);
      await worker.stop();
      await ownerSql.end();
      await drop();
      await admin.end();
    },
  };
}

/** Makes one call after another, on one connection to each hub; answers the medians in the order of the hubs. */
async function measure(
  answer: string,
  askedBy: (call: number) => string | { path: string; body: object },
  hubs: readonly Hub[],
  aimMs: number,
): Promise<number[]> {
  const durations = hubs.map((): number[] => []);
  for (let n = -WARM_UPS; n < CALLS; n++) {
    const asked = askedBy(n + WARM_UPS);
    const { path, body } = typeof asked === "string" ? { path: asked, body: undefined } : asked;
    for (const [i, { origin, token }] of hubs.entries()) {
      const began = performance.now();
      const response = await fetch(origin + path, {
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      if (n >= 0) durations[i]?.push(performance.now() - began);
    }
  }
  const sorted = durations.map((each) => each.toSorted((a, b) => a - b));
  const facts = hubs.map(({ bookings }, i) => {
    const times = sorted[i] ?? [];
    const p95 = percentile(times, 0.95);
    const size = bookings.toLocaleString("en-US");
    return `${size}: p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${p95.toFixed(1)} ms${p95 > aimMs ? " MISSED" : ""}`;
  });
  report(answer, ...facts, `(aim p95 < ${aimMs} ms)`);
  return sorted.map((times) => percentile(times, 0.5));
}

function reportGrowth(medians: readonly number[]): void {
  const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
  const missed = growth < GROWTH_AIM ? "" : ", MISSED";
  report("analytics, cost of history", `${growth.toFixed(2)} × the smallest (aim < ${GROWTH_AIM}${missed})`);
}
