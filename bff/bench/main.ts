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
import { benchFollow } from "../../projections/bench/follow.bench.ts";
import { benchDashboard } from "./dashboard.bench.ts";
import { benchAvailability, benchBookings, benchLive, submissions } from "./http.bench.ts";

const PORT = 4_390;

const dataDir = mkdtempSync(join(tmpdir(), "hub-bench-"));
const server = await startEmbeddedPostgres({ dataDir, logger: createLogger({ logLevel: "silent" }) });
let product: ChildProcess | null = null;
try {
  await migrate(server.url);
  const sql = openSql(server.url, { role: "hub_runtime", max: 16 });
  const ownerSql = openSql(server.url, { max: 2 });
  const bare = await benchAppend(sql);
  // The product is to follow its own bookings, not the bench's backlog.
  await ownerSql`truncate room_hours`;
  await ownerSql`
    update projection_cursors c set epoch = e.epoch, xid = e.xid, position = e.position
    from (select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e`;

  product = spawn(process.execPath, ["dist/product.js"], {
    env: {
      PATH: "/usr/bin:/bin",
      DATABASE_URL: server.url,
      SESSION_SECRET: "the-bench-needs-thirty-two-letters",
      PORT: String(PORT),
      RATE_LIMIT_BOOKINGS: "0",
      LOG_LEVEL: "warn",
      DATA_DIR: join(dataDir, "product"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    product?.stdout?.on("data", (chunk: Buffer) => String(chunk).includes("ready ") && resolve());
    product?.on("exit", (code) => reject(new Error(`the product ended with ${code}`)));
  });
  const origin = `http://127.0.0.1:${PORT}`;
  const bodies = submissions();
  await benchLive(origin, bodies);
  // Reads before the burst of bookings, whose mails and projections go on for a while after it.
  await benchAvailability(origin);
  await benchBookings(origin, bodies, bare);
  product.removeAllListeners("exit");
  await stop(product);
  product = null;

  await benchFollow(sql, ownerSql);
  await Promise.all([sql.end(), ownerSql.end()]);
  await benchDashboard(server.url);
} finally {
  if (product) await stop(product);
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
