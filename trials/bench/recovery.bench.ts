/** Measures how long the calendars are out of date after kill -9 under load: of the whole product, and of one of two workers. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { testPrograms } from "../../bff/testing/process-fixture.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { startTraffic } from "../faults/traffic-fixture.ts";
import { watchViews } from "../faults/views-watch-fixture.ts";
import { report } from "./core/measure.ts";
import { SESSION_SECRET, startSeededServer } from "./servers/seeded-server.ts";
import { submissions } from "./servers/submissions.ts";

const ROUNDS = 3;
const AIM_MS = 2_000;
const BEFORE_MS = 1_500;
const AFTER_MS = 2_000;
/** Read tables that are not current by then are reported with this time. */
const GIVE_UP_MS = 10_000;

export async function benchRecovery(): Promise<void> {
  const programs = testPrograms({ RATE_LIMIT_BOOKINGS: "0", LOG_LEVEL: "warn" });
  const port = await freePort();
  /** Each hour is booked once, whatever is killed meanwhile. */
  const bodies = submissions();
  const dataDir = mkdtempSync(join(tmpdir(), "hub-bench-"));
  try {
    await killProduct(dataDir);
  } finally {
    await programs.stopAll();
    rmSync(dataDir, { recursive: true, force: true });
  }
  await killWorkers();

  async function killProduct(dataDir: string): Promise<void> {
    const start = () => programs.start("product", { PORT: String(port), DATA_DIR: dataDir }, /ready http/);
    let product = await start();
    const ownerUrl = readFileSync(join(dataDir, "owner-url"), "utf8").trim();
    let readyMs = 0;
    await measure(
      "read tables after kill -9 of the product",
      ownerUrl,
      async () => {
        product.signalGroup("SIGKILL");
        await product.ended;
        const began = performance.now();
        product = await start();
        readyMs = Math.max(readyMs, performance.now() - began);
        return performance.now();
      },
      () => `from ready, which took ${Math.round(readyMs)} ms at most`,
    );
  }

  async function killWorkers(): Promise<void> {
    const server = await startSeededServer();
    try {
      const env = { DATABASE_URL: server.runtimeUrl, SESSION_SECRET, DATA_DIR: server.dataDir };
      const startWorker = () => programs.start("worker", env, /worker ready/);
      await programs.start("bff", { ...env, PORT: String(port) }, /ready http/);
      const workers = [await startWorker(), await startWorker()];
      // Each round kills the older worker; the next round kills the one that took over.
      await measure(
        "read tables after kill -9 of a worker",
        server.ownerUrl,
        async () => {
          const killedAt = performance.now();
          workers.shift()?.child.kill("SIGKILL");
          await delay(AFTER_MS);
          workers.push(await startWorker());
          return killedAt;
        },
        () => "from the kill, with another worker running",
      );
    } finally {
      await programs.stopAll();
      await server.stop();
    }
  }

  /** `kill` answers the moment from which the delay of the read tables counts. */
  async function measure(
    name: string,
    ownerUrl: string,
    kill: () => Promise<number>,
    note: () => string,
  ): Promise<void> {
    const traffic = startTraffic(port, bodies);
    const views = watchViews(ownerUrl, port, traffic);
    const stalest: number[] = [];
    try {
      // Read tables that have stopped once may stay so for minutes: another round would show nothing new.
      for (let round = 0; round < ROUNDS && Math.max(0, ...stalest) < GIVE_UP_MS; round++) {
        await delay(BEFORE_MS);
        const since = await kill();
        await delay(AFTER_MS);
        await views.shown(performance.now(), GIVE_UP_MS);
        stalest.push(Math.round(views.stalestSince(since)));
      }
    } finally {
      await traffic.stop();
      await views.stop();
    }
    const worst = Math.max(...stalest);
    report(
      name,
      `current within ${stalest.join(", ")} ms`,
      `(aim ≤ ${AIM_MS} ms${worst <= AIM_MS ? "" : ", MISSED"})`,
      note(),
    );
  }
}
