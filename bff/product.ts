/** Owns the whole product in one process: database, migrations, payment provider, worker and BFF; what `make run` starts. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { startEmbeddedPostgres } from "../core/platform/embedded-postgres.ts";
import { sessionSecretOf } from "../core/platform/kept-secret.ts";
import { createLogger } from "../core/platform/logger.ts";
import { migrate } from "../migrations/runner.ts";
import { seed } from "../migrations/seed.ts";
import { openRuntime } from "../projections/runtime.ts";
import { type Opened, runProcess } from "./process.ts";
import { WEBHOOK_PATH } from "./routes/webhook.ts";
import { startBff } from "./start.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

await runProcess(logger, async (opened) => {
  const databaseUrl = await openDatabase(opened);
  await migrate(databaseUrl);
  const notice = await seed(databaseUrl, config.adminPassword);
  if (notice) process.stdout.write(`${notice}\n`);
  const sessionSecret = sessionSecretOf(config);
  const runtime = await openRuntime(config, {
    databaseUrl,
    sessionSecret,
    webhookUrl: `http://127.0.0.1:${config.port}${WEBHOOK_PATH}`,
    name: "product",
    logger,
  });
  opened(() => runtime.close());
  const worker = await runtime.startWorker();
  opened(() => worker.stop());
  const bff = await startBff({ ...config, ...runtime, databaseUrl, sessionSecret, logger });
  opened(() => bff.stop());
  return bff;
});

/** The address as the owner, who may migrate. */
async function openDatabase(opened: Opened): Promise<string> {
  if (config.database.kind === "server") return config.database.url;
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    port: config.database.port,
    logger,
  });
  opened(() => server.stop());
  return server.url;
}
