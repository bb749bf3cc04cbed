/** Owns the command that migrates a database, gives a new hub its rooms, and ends: the job that runs before BFFs and workers start. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { openSql } from "../core/platform/database.ts";
import { createLogger, flushLogs } from "../core/platform/logger.ts";
import { connectOperator } from "../core/platform/operator-database.ts";
import { seedRooms } from "../core/venue/seed-rooms.ts";
import { migrate } from "./runner.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

try {
  const database = await connectOperator(config, { logger, create: true });
  try {
    const { applied } = await migrate(database.url);
    const sql = openSql(database.url, { max: 1, applicationName: "hub seed" });
    await seedRooms(sql).finally(() => sql.end({ timeout: 5 }));
    logger.info({ applied }, applied.length > 0 ? "migrated" : "nothing to migrate");
  } finally {
    await database.close();
  }
} catch (error) {
  logger.error({ err: error }, "migration failed");
  process.exitCode = 1;
}
await flushLogs(logger);
