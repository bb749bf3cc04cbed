/** Owns the worker process: projections and reactions against one server, beside any number of others. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { sessionSecretOf } from "../core/platform/kept-secret.ts";
import { createLogger, flushLogs } from "../core/platform/logger.ts";
import { openRuntime } from "./runtime.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

if (config.database.kind !== "server") {
  logger.fatal(
    "a worker of its own needs DATABASE_URL; without it `make run` runs everything in one process",
  );
  await flushLogs(logger);
  process.exit(1);
}

const runtime = await openRuntime(config, {
  databaseUrl: config.database.url,
  sessionSecret: sessionSecretOf(config),
  webhookUrl: null,
  name: "worker",
  logger,
});
const worker = await runtime.startWorker();
logger.info("worker ready");

let stopping = false;
async function stop(signal: string): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  logger.info({ signal }, "worker stopping");
  await worker.stop();
  await runtime.close();
  await flushLogs(logger);
  process.exit(0);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
