/** Migrates a database, seeds a new hub, makes the login of the running processes, and ends: the job that runs before the others. */
import { loadConfigOrExit } from "../core/platform/config/config.ts";
import { createLogger, flushLogs } from "../core/platform/logger.ts";
import { connectOperator } from "../core/platform/operator-database.ts";
import { ensureRuntimeLogin } from "../core/platform/secrets/runtime-login.ts";
import { migrateAndSeed } from "./seed.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

try {
  const database = await connectOperator(config, { logger, create: true });
  try {
    const applied = await migrateAndSeed(database.url, config);
    if (config.database.kind === "server" && config.database.url && config.database.url !== database.url) {
      await ensureRuntimeLogin(database.url, config.database.url);
    }
    logger.info({ applied }, applied.length > 0 ? "migrated" : "nothing to migrate");
  } finally {
    await database.close();
  }
} catch (error) {
  logger.error({ err: error }, "migration failed");
  process.exitCode = 1;
}
await flushLogs(logger);
