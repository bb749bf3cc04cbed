/** Owns the worker process: projections and reactions against one server, beside any number of others. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { refuseUnfitDatabase } from "../core/platform/fit-database.ts";
import { createLogger } from "../core/platform/logger.ts";
import { runProcess } from "../core/platform/process.ts";
import { openRuntime } from "./runtime.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

// A product that started this one and is gone, killed even, leaves no worker behind.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await runProcess(logger, async (opened) => {
  if (config.database.kind !== "server" || config.database.url === undefined) {
    throw new Error(
      "A worker of its own needs DATABASE_URL, the runtime's login; without it `make run` runs everything.",
    );
  }
  const databaseUrl = config.database.url;
  await refuseUnfitDatabase(databaseUrl);
  // Given where a BFF on this machine takes the simulated Stripe's webhooks; else it sends none.
  const [webhookUrl = null] = process.argv.slice(2);
  const runtime = await openRuntime(config, { databaseUrl, webhookUrl, name: "worker", logger });
  opened(() => runtime.close());
  const worker = await runtime.startWorker();
  opened(() => worker.stop());
  return "worker ready";
});
