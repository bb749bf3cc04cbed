/** Owns the whole product by one command: database, migrations, payment provider, BFF, and a worker beside it; what `make run` starts. */
import { environmentOfProcess, loadConfigOrExit } from "../core/platform/config.ts";
import { startEmbeddedPostgres } from "../core/platform/embedded-postgres/embedded-postgres.ts";
import { refuseUnfitDatabase } from "../core/platform/fit-database.ts";
import { sessionSecretOf } from "../core/platform/kept-secret.ts";
import { createLogger } from "../core/platform/logger.ts";
import { type Opened, runProcess } from "../core/platform/process.ts";
import { derivedRuntimeUrl, ensureRuntimeLogin, isOwnersAddress } from "../core/platform/runtime-login.ts";
import { migrate } from "../migrations/runner.ts";
import { seed } from "../migrations/seed.ts";
import { openRuntime } from "../projections/runtime.ts";
import { WEBHOOK_PATH } from "./routes/visitor/webhook.ts";
import { startBff } from "./server.ts";
import { startWorkerProcess } from "./worker-process.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

await runProcess(logger, async (opened) => {
  const databaseUrl = await openDatabase(opened);
  await refuseUnfitDatabase(databaseUrl);
  const webhookUrl = `http://127.0.0.1:${config.port}${WEBHOOK_PATH}`;
  const env = environmentOfProcess({ databaseUrl, sessionSecret: sessionSecretOf(config) });
  const worker = await startWorkerProcess({ env, webhookUrl, logger });
  opened(() => worker.stop());
  const runtime = await openRuntime(config, { databaseUrl, webhookUrl, name: "bff", logger });
  opened(() => runtime.close());
  const bff = await startBff({ ...config, ...runtime, databaseUrl, logger });
  // At the same time: each may need seconds to finish what it is at, and there are not enough for one after the other.
  opened(() => Promise.all([bff.stop(), worker.stop()]));
  return `ready http://localhost:${bff.port}`;
});

/** A migrated and seeded database's address, as the runtime's login. Nothing is kept open with the owner's. */
async function openDatabase(opened: Opened): Promise<string> {
  if (config.database.kind === "embedded") {
    const server = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      port: config.database.port,
      logger,
    });
    opened((withinMs) => server.stop(withinMs));
    await prepare(server.ownerUrl);
    return server.runtimeUrl;
  }
  const { url, ownerUrl } = config.database;
  if (ownerUrl === undefined && url !== undefined && !(await isOwnersAddress(url))) return url;
  const owner = ownerUrl ?? url ?? "";
  await prepare(owner);
  const runtimeUrl =
    url === undefined || url === owner ? derivedRuntimeUrl(owner, sessionSecretOf(config)) : url;
  await ensureRuntimeLogin(owner, runtimeUrl);
  return runtimeUrl;
}

async function prepare(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
  const { adminPassword } = config;
  const notice = await seed(ownerUrl, { adminPassword, sessionSecret: sessionSecretOf(config) });
  if (notice) process.stdout.write(`${notice}\n`);
}
