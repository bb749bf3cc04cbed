/** Owns `make bench`: everything that is measured, in one run on one durable PostgreSQL, each beside what the same work costs without us. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchAppend } from "../../core/bench/append.bench.ts";
import { openSql } from "../../core/platform/database.ts";
import { startEmbeddedPostgres } from "../../core/platform/embedded-postgres.ts";
import { createLogger } from "../../core/platform/logger.ts";
import { migrate } from "../../migrations/runner.ts";
import { seed } from "../../migrations/seed.ts";
import { benchFollow } from "../../projections/bench/follow.bench.ts";
import { benchDashboard } from "./dashboard.bench.ts";
import { benchAvailability, benchBookings, benchLive, submissions } from "./http.bench.ts";

const PORT = 4_390;
const SESSION_SECRET = "the-bench-needs-thirty-two-letters";
const ORIGIN = `http://127.0.0.1:${PORT}`;

const dataDir = mkdtempSync(join(tmpdir(), "hub-bench-"));
const server = await startEmbeddedPostgres({ dataDir, logger: createLogger({ logLevel: "silent" }) });
let running: ChildProcess | null = null;
try {
  await migrate(server.ownerUrl);
  await seed(server.ownerUrl, { adminPassword: "the bench signs nobody in", sessionSecret: SESSION_SECRET });
  const sql = openSql(server.runtimeUrl, { max: 16 });
  const ownerSql = openSql(server.ownerUrl, { max: 2 });
  const bare = await benchAppend(sql);
  // The product is to follow its own bookings, not the bench's backlog.
  await ownerSql`truncate room_hours`;
  await ownerSql`
    update projection_cursors c set epoch = e.epoch, xid = e.xid, position = e.position
    from (select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e`;

  const bodies = submissions();
  running = await start("bff");
  await benchBookings("bookings over HTTP, one BFF", ORIGIN, bodies, bare);
  await stop(running);
  running = await start("product");
  await benchLive(ORIGIN, bodies);
  // Reads before the burst of bookings, whose mails and projections go on for a while after it.
  await benchAvailability(ORIGIN);
  await benchBookings("the same, all in one process", ORIGIN, bodies, bare);
  await stop(running);
  running = null;

  await benchFollow(sql, ownerSql);
  await Promise.all([sql.end(), ownerSql.end()]);
  await benchDashboard(server.ownerUrl);
} finally {
  if (running) await stop(running);
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts a built program against the bench's database; answers once it serves. */
function start(program: "bff" | "product"): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`dist/${program}.js`], {
    env: {
      PATH: "/usr/bin:/bin",
      DATABASE_URL: server.runtimeUrl,
      SESSION_SECRET,
      PORT: String(PORT),
      RATE_LIMIT_BOOKINGS: "0",
      LOG_LEVEL: "warn",
      DATA_DIR: join(dataDir, "product"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => String(chunk).includes("ready ") && resolve(child));
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code}`)));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
