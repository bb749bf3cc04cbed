/** Measures the time and memory that `make rebuild` of all projections takes on a log of a million events. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSql } from "../../core/platform/database/database.ts";
import { report } from "./core/measure.ts";
import { writeHistory } from "./projections/history.ts";
import { SESSION_SECRET, startSeededServer } from "./servers/seeded-server.ts";

/** This makes 1,050,000 events. */
const BOOKINGS = 250_000;
const SECONDS_AIM = 40;
const MEGABYTES_AIM = 512;
const LOOK_EVERY_MS = 250;
/** As the Makefile starts it. */
const NODE_OPTIONS = ["--enable-source-maps", "--max-old-space-size=320", "--max-semi-space-size=32"];

/** Uses a server of its own, and the built program. */
export async function benchRebuild(): Promise<void> {
  const server = await startSeededServer();
  try {
    const sql = openSql(server.ownerUrl, { max: 1 });
    await writeHistory(sql, BOOKINGS);
    const [log] = await sql<{ events: number }[]>`select count(*) as events from events`;
    await sql.end({ timeout: 5 });
    const { seconds, megabytes } = await rebuild(server.ownerUrl);
    report(
      "rebuild of every projection",
      `${seconds.toFixed(1)} s${within(seconds, SECONDS_AIM, "s")}`,
      `${Math.round(megabytes)} MB at most${within(megabytes, MEGABYTES_AIM, "MB")}`,
      `over ${log?.events.toLocaleString("en-US")} events`,
    );
  } finally {
    await server.stop();
  }
}

const within = (value: number, aim: number, unit: string): string =>
  ` (aim ≤ ${aim} ${unit}${value <= aim ? "" : ", MISSED"})`;

/** `megabytes` is the most resident memory that was seen; it is read often. */
async function rebuild(ownerUrl: string): Promise<{ seconds: number; megabytes: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, "dist/cli.js", "rebuild", "all"], {
    env: { PATH: "/usr/bin:/bin", DATABASE_OWNER_URL: ownerUrl, SESSION_SECRET, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  let kilobytes = 0;
  const looking = setInterval(() => {
    kilobytes = Math.max(kilobytes, residentKilobytes(child.pid));
  }, LOOK_EVERY_MS);
  const [code] = await once(child, "exit");
  clearInterval(looking);
  if (code !== 0) throw new Error(`the rebuild ended with ${code}`);
  return { seconds: (performance.now() - began) / 1_000, megabytes: kilobytes / 1_024 };
}

function residentKilobytes(pid: number | undefined): number {
  try {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
  } catch {
    return 0; // It has just ended.
  }
}
