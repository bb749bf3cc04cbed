/** Measures what polled calendar feeds cost: 1,000 subscribers who each fetch an unchanged feed every 15 minutes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MadeFeed } from "../../bff/contract/open/feeds.ts";
import { report } from "./core/measure.ts";
import { startProgram, stopProgram } from "./servers/programs.ts";
import { SESSION_SECRET, startSeededServer } from "./servers/seeded-server.ts";
import { HEADERS, submissions } from "./servers/submissions.ts";

const SUBSCRIBERS = 1_000;
const EVERY_SECONDS = 15 * 60;
/** Calls for which the processor time is counted, after as many that warm up. */
const FETCHES = 5_000;
const CONCURRENCY = 8;
const BOOKINGS = 200;
const AIM_PERCENT = 1;

/** Prints the share of one core, of BFF and PostgreSQL together. Starts a product of its own, which must be built. */
export async function benchFeeds(): Promise<void> {
  const server = await startSeededServer();
  const product = await startProgram("dist/product.js", {
    DATABASE_URL: server.runtimeUrl,
    SESSION_SECRET,
    PORT: "4391",
    RATE_LIMIT_BOOKINGS: "0",
    LOG_LEVEL: "warn",
    DATA_DIR: join(server.dataDir, "product"),
  });
  try {
    const url = await feedOfAllRooms(product.origin);
    const fetchTimes = (times: number, headers: Record<string, string>, status: number) =>
      inTurns(times, async () => {
        const answer = await fetch(url, { headers });
        await answer.arrayBuffer();
        if (answer.status !== status) throw new Error(`the feed answered ${answer.status}`);
      });
    const whole = await fetch(url);
    const bytes = (await whole.arrayBuffer()).byteLength;
    const known = { "If-None-Match": whole.headers.get("etag") ?? "" };
    const processes = () => processorSeconds([product.process.pid ?? 0, postmasterOf(server.dataDir)]);
    for (const [name, headers, status, times] of [
      ["feeds polled, unchanged", known, 304, FETCHES],
      [`the same, changed (${BOOKINGS} bookings)`, {}, 200, FETCHES / 10],
    ] as const) {
      await fetchTimes(times, headers, status);
      const before = processes();
      await fetchTimes(times, headers, status);
      const seconds = (processes() - before) / times;
      const percent = ((seconds * SUBSCRIBERS) / EVERY_SECONDS) * 100;
      const aim = status === 304 ? ` (aim < ${AIM_PERCENT} %${percent < AIM_PERCENT ? "" : ", MISSED"})` : "";
      report(
        name,
        `${percent.toFixed(3)} % of a core for ${SUBSCRIBERS} subscribers${aim}`,
        `${(seconds * 1_000).toFixed(2)} ms a fetch${status === 200 ? `, ${bytes} bytes` : ""}`,
      );
    }
  } finally {
    await stopProgram(product);
    await server.stop();
  }
}

/** Books hours, then makes a feed of all rooms as the admin; answers its address at `origin`. */
async function feedOfAllRooms(origin: string): Promise<string> {
  const bodies = submissions();
  for (let made = 0; made < BOOKINGS; made++) {
    const answer = await fetch(`${origin}/api/bookings`, {
      method: "POST",
      headers: HEADERS,
      body: bodies.next().value ?? "",
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ username: "admin", password: "unused-bench-password" }),
  });
  const { token } = (await login.json()) as { token: string }; // the contract's shape of a 200
  const made = await fetch(`${origin}/api/feeds`, {
    method: "POST",
    headers: { ...HEADERS, authorization: `Bearer ${token}` },
    body: JSON.stringify({ scope: "house" }),
  });
  if (made.status !== 201) throw new Error(await made.text());
  const { url } = (await made.json()) as MadeFeed; // the contract's shape of a 201
  return origin + new URL(url).pathname;
}

async function inTurns(times: number, call: () => Promise<void>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await call();
    }),
  );
}

const postmasterOf = (dataDir: string): number => {
  const file = execFileSync("find", [dataDir, "-name", "postmaster.pid"], { encoding: "utf8" }).trim();
  return Number(readFileSync(file, "utf8").split("\n")[0]);
};

/** User and system time of these processes and all below them, ended ones too. */
function processorSeconds(roots: readonly number[]): number {
  const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (pid: number): number[] => [
    pid,
    ...rows.flatMap(([child, parent]) => (child !== undefined && parent === pid ? below(child) : [])),
  ];
  return [...new Set(roots.flatMap(below))].reduce((sum, pid) => sum + ticksOf(pid), 0) / 100;
}

/** In hundredths of a second, with those of its ended children; 0 for a process that has ended. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [11, 12, 13, 14].reduce((sum, n) => sum + Number(fields[n]), 0);
  } catch {
    return 0;
  }
}
