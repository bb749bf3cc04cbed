/** Starts the worker process: projections and reactions on one database server, beside any number of other workers. */
import { openMailService } from "../core/adapters/mail/mail-service.ts";
import { openPaymentProvider } from "../core/adapters/payment-provider.ts";
import { openCore } from "../core/open-core.ts";
import { openPgPool, openSql, POOL_MAX } from "../core/platform/database/database.ts";
import { runtimeDatabase } from "../core/platform/database-readiness.ts";
import { runProcess } from "../core/platform/process.ts";
import { logKeyOf } from "../core/transparency/log-key.ts";
import { createWaker } from "./engine/wake-followers.ts";
import { startWorker } from "./worker.ts";

// If the product that started this worker ends, even by being killed, the worker ends too.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await runProcess(async ({ config, logger, opened, giveUp }) => {
  const databaseUrl = await runtimeDatabase(config.database, "worker");
  const sql = openSql(databaseUrl, {
    max: POOL_MAX.worker,
    applicationName: "hub worker",
    // A worker that is stopped in the middle of a batch keeps the cursors locked no longer than it counts as alive.
    idleInTransactionMs: 1_500,
  });
  opened(() => sql.end({ timeout: 5 }));
  const waker = createWaker({ sql, logger });
  opened(() => waker.stop());
  const core = await openCore(config, { sql, logger, afterAppend: () => waker.wake() });
  // The URL of a BFF on this machine that takes the simulated Stripe's webhooks; without it, none are sent.
  const [webhookUrl = null] = process.argv.slice(2);
  const payment = await openPaymentProvider(config, { sql, clock: core.clock, webhookUrl, logger });
  opened(() => payment.stop());
  const pgPool = openPgPool(databaseUrl, {
    max: POOL_MAX.jobs,
    applicationName: "hub worker jobs",
    // A job that runs again finds that it was done, since each records its result with a commit that waits for the disk.
    waitsForDisk: false,
  });
  pgPool.on("error", (error) => logger.warn({ err: error }, "a job connection was lost"));
  opened(() => pgPool.end());
  const { gateway } = payment;
  const mail = openMailService(config, { clock: core.clock });
  const sealing = { publicUrl: config.publicUrl, logKey: logKeyOf(config) };
  const { webhookAllow } = config;
  const worker = await startWorker({ core, gateway, mail, pgPool, webhookAllow, sealing, logger, giveUp });
  opened(() => worker.stop());
  return "worker ready";
});
