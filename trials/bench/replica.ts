/** Measures reading one's own writes on a streaming replica (docs/scale.md): `tsx trials/bench/replica.ts`, after `make build`. */
import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { LOG_POSITION_HEADER, READ_AFTER_HEADER } from "../../bff/contract/headers.ts";
import { HEAP_LIMIT } from "../../bff/testing/process-fixture.ts";
import { startReplicatedPostgres } from "../../core/testing/replicated-postgres.ts";
import { migrate } from "../../migrations/runner.ts";
import { seed } from "../../migrations/seed.ts";
import { percentile, report } from "./core/measure.ts";
import { writeHistory } from "./projections/history.ts";
import { startProgram, stopProgram } from "./servers/programs.ts";
import { HEADERS, submissions } from "./servers/submissions.ts";

const SESSION_SECRET = "the-bench-needs-thirty-two-letters";
const ADMIN_PASSWORD = "bench-only";
const HISTORY_BOOKINGS = 2_000;
const WRITERS = 2;
const READERS = 4;
const MEASURED_MS = 10_000;
const PORT = 4_391;

for (const applyDelay of [null, "0", "2s"]) {
  const server = await startReplicatedPostgres({
    applyDelay: applyDelay ?? "0",
    async prepare(ownerUrl) {
      await migrate(ownerUrl);
      await seed(ownerUrl, { adminPassword: ADMIN_PASSWORD, sessionSecret: SESSION_SECRET });
    },
  });
  const { database } = server;
  await writeHistory(database.ownerSql, HISTORY_BOOKINGS);
  // Only projections are measured, so no mails are sent about the history.
  await database.ownerSql`
    update projection_cursors c set epoch = e.epoch, xid = e.xid, position = e.position
    from (select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e
    where c.name = 'reactions'`;
  const env = {
    DATABASE_URL: database.runtimeUrl,
    ...(applyDelay === null ? {} : { DATABASE_READ_URL: server.readUrl }),
    SESSION_SECRET,
    PORT: String(PORT),
    RATE_LIMIT_BOOKINGS: "0",
    LOG_LEVEL: "warn",
    DATA_DIR: "/tmp/hub-bench-replica",
    METRICS_TOKEN: SESSION_SECRET,
  };
  const bff = await startProgram("dist/bff.js", env);
  const worker = spawn(process.execPath, [HEAP_LIMIT, "dist/worker.js"], {
    env: { PATH: "/usr/bin:/bin", ...env },
  });
  try {
    const name = applyDelay === null ? "no replica" : `replica, ${applyDelay} behind`;
    await measure(name, bff.origin);
  } finally {
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    await Promise.all([ended, stopProgram(bff)]);
    await database.drop();
  }
}

async function measure(name: string, origin: string): Promise<void> {
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ username: "admin", password: ADMIN_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string }; // the login's contract
  const staff = { authorization: `Bearer ${token}` };
  const list = (seen: string) =>
    fetch(`${origin}/api/bookings?page=1&limit=25`, { headers: { ...staff, [READ_AFTER_HEADER]: seen } });
  while (!(await isAtRest(origin))) await delay(250);

  const bodies = submissions();
  const own: number[] = [];
  const others: number[] = [];
  let missed = 0;
  const until = performance.now() + MEASURED_MS;
  const timed = async (durations: number[], seen: string): Promise<{ id: number }[]> => {
    const began = performance.now();
    const answer = await list(seen);
    const found = (await answer.json()) as { id: number }[]; // the list's contract
    durations.push(performance.now() - began);
    return found;
  };
  const write = async (): Promise<void> => {
    while (performance.now() < until) {
      const body = bodies.next().value;
      if (!body) return;
      const answer = await fetch(`${origin}/api/bookings`, { method: "POST", headers: HEADERS, body });
      const { id } = (await answer.json()) as { id: number }; // the creation's contract
      const found = await timed(own, answer.headers.get(LOG_POSITION_HEADER) ?? "");
      if (!found.some((booking) => booking.id === id)) missed += 1;
    }
  };
  const read = async (): Promise<void> => {
    while (performance.now() < until) await timed(others, "none");
  };
  await Promise.all([...Array.from({ length: WRITERS }, write), ...Array.from({ length: READERS }, read)]);

  const metrics = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${SESSION_SECRET}` },
  });
  const reads = [
    ...(await metrics.text()).matchAll(/^hub_view_reads_total\{server="(\w+)",reason="(\w+)"\} (\d+)/gm),
  ];
  report(
    `${name}: own writes`,
    `${own.length} reads, ${spread(own)}`,
    `${missed} did not show the own write`,
  );
  report(`${name}: another colleague's list`, `${others.length} reads, ${spread(others)}`, "");
  report(`${name}: answered by`, reads.map(([, server, why, n]) => `${server} (${why}) ${n}`).join(", "), "");
}

async function figures(origin: string): Promise<string> {
  const headers = { authorization: `Bearer ${SESSION_SECRET}` };
  return (await fetch(`${origin}/metrics`, { headers })).text();
}

/** Whether every follower is at the end of the log. A seal in progress would delay all projections. */
async function isAtRest(origin: string): Promise<boolean> {
  const behind = /^hub_(?:projection|seal)_behind_events(?:\{.*\})? (\d+)$/gm;
  const counts = [...(await figures(origin)).matchAll(behind)].map(([, events]) => Number(events));
  return counts.length > 1 && counts.every((events) => events === 0);
}

function spread(durations: number[]): string {
  const sorted = durations.toSorted((a, b) => a - b);
  const ms = (share: number) => percentile(sorted, share).toFixed(1);
  return `p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, p99 ${ms(0.99)} ms`;
}
