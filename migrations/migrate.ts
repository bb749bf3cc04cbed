/** Owns the command that migrates a database, seeds a new hub, and ends: the job that runs before BFFs and workers start. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { createLogger, flushLogs } from "../core/platform/logger.ts";
import { connectOperator } from "../core/platform/operator-database.ts";
import { migrate } from "./runner.ts";
import { seed } from "./seed.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

try {
  const database = await connectOperator(config, { logger, create: true });
  try {
    const { applied } = await migrate(database.url);
    const notice = await seed(database.url, config.adminPassword);
    if (notice) process.stdout.write(`${notice}\n`);
    logger.info({ applied }, applied.length > 0 ? "migrated" : "nothing to migrate");
  } finally {
    await database.close();
  }
} catch (error) {
  logger.error({ err: error }, "migration failed");
  process.exitCode = 1;
}
await flushLogs(logger);
