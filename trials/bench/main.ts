/** Runs `make bench`: all benches in one run on one durable PostgreSQL, each beside what the same work costs without the product. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openSql, withDatabase } from "../../core/platform/database/database.ts";
import { benchBookings, type ComparedServer } from "./bookings.bench.ts";
import { benchAccounts } from "./core/accounts.bench.ts";
import { benchAppend, CLIENTS } from "./core/append.bench.ts";
import { makeBareTables } from "./core/bare-statement.ts";
import { benchSeriesAppend } from "./core/series-append.bench.ts";
import { benchWaitlist } from "./core/waitlist.bench.ts";
import { benchDashboard } from "./dashboard.bench.ts";
import { benchFeeds } from "./feeds.bench.ts";
import { benchAvailability } from "./http.bench.ts";
import { benchLive } from "./live.bench.ts";
import { benchLogins } from "./logins.bench.ts";
import { benchFollow } from "./projections/follow.bench.ts";
import { benchRebuild } from "./rebuild.bench.ts";
import { benchRecovery } from "./recovery.bench.ts";
import { type Program, startProgram, stopProgram } from "./servers/programs.ts";
import { SESSION_SECRET, startSeededServer } from "./servers/seeded-server.ts";
import { submissions } from "./servers/submissions.ts";
import { benchSockets } from "./sockets.bench.ts";
import { benchStarts } from "./starts.bench.ts";
import { benchStatements } from "./statements.bench.ts";

const PORT = 4_390;
const SETTLE_MS = 120_000;
/** How long after a few hundred bookings the last of their mails is due. */
const MAILS_SPREAD_SECONDS = 60;

const server = await startSeededServer();
const running = new Set<Program>();
try {
  const ownerSql = openSql(server.ownerUrl, { max: CLIENTS });
  await ownerSql`create database bench_bare`;
  const bareUrl = withDatabase(server.ownerUrl, "bench_bare");

  const sql = openSql(server.runtimeUrl, { max: CLIENTS });
  const bareSql = openSql(bareUrl, { max: CLIENTS });
  await makeBareTables(bareSql);
  await benchAppend(sql, ownerSql, bareSql);
  await benchSeriesAppend(sql);
  await bareSql`truncate events, room_hours`;
  await bareSql.end();

  const bare = await start("trials/bench/servers/bare-booking-server.ts", {}, [bareUrl]);
  const baseline: ComparedServer = { origin: bare.origin, settled: async () => undefined };

  await skipBacklog();
  const bff = await start("dist/bff.js", productEnv());
  await benchBookings("bookings over HTTP, one BFF", { ...baseline, origin: bff.origin }, baseline, 0.8);
  await stop(bff);

  const behindProxy = await start("dist/bff.js", { ...productEnv(), TRUSTED_PROXIES: "1" });
  await benchLogins(behindProxy.origin);
  await stop(behindProxy);

  await skipBacklog();
  const product = await start("dist/product.js", productEnv());
  await benchLive(product.origin, submissions());
  await settled(MAILS_SPREAD_SECONDS);
  // Reads come before the burst of bookings, whose mails and projections keep the product busy for a while.
  await benchAvailability(product.origin);
  await ownerSql`truncate room_hours`;
  await benchBookings("the same, worker and all", { origin: product.origin, settled }, baseline, 0.6);
  await stop(product);
  await stop(bare);

  await benchFollow(sql, ownerSql);
  await Promise.all([sql.end(), ownerSql.end()]);
  await benchDashboard(server.ownerUrl);
  await benchAccounts();
  await benchWaitlist();
  await benchFeeds();
  await benchRebuild();
  await benchStatements();
  await benchRecovery();
  await benchSockets();
  await benchStarts();

  /** Lets the next program follow its own bookings instead of the earlier backlog, and frees every hour. */
  async function skipBacklog(): Promise<void> {
    await ownerSql`truncate room_hours`;
    await ownerSql`
      update projection_cursors c set epoch = e.epoch, xid = e.xid, position = e.position
      from (select epoch, xid, position from events order by epoch desc, xid desc, position desc limit 1) e`;
  }

  /** Waits for the jobs that run after the last answer; `ahead` adds those that are due within this many seconds. */
  async function settled(ahead = 0): Promise<void> {
    for (let waited = 0; waited < SETTLE_MS; waited += 250) {
      const due = await ownerSql`
        select 1 from graphile_worker.jobs 
        where run_at <= now() + make_interval(secs => ${ahead}) and attempts < max_attempts limit 1`;
      if (due.length === 0) return;
      await delay(250);
    }
    throw new Error("the product did not become idle in time");
  }
} finally {
  for (const program of running) await stop(program);
  await server.stop();
}

function productEnv(): Record<string, string> {
  return {
    DATABASE_URL: server.runtimeUrl,
    SESSION_SECRET,
    PORT: String(PORT),
    RATE_LIMIT_BOOKINGS: "0",
    LOG_LEVEL: "warn",
    DATA_DIR: join(server.dataDir, "product"),
  };
}

async function start(...program: Parameters<typeof startProgram>): Promise<Program> {
  const started = await startProgram(...program);
  running.add(started);
  return started;
}

async function stop(program: Program): Promise<void> {
  await stopProgram(program);
  running.delete(program);
}
