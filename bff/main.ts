/** Owns the BFF process: one of any number against one server, which a migration job has migrated before. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { openSql } from "../core/platform/database.ts";
import { sessionSecretOf } from "../core/platform/kept-secret.ts";
import { createLogger } from "../core/platform/logger.ts";
import { pendingMigrations } from "../core/platform/migration-files.ts";
import { openRuntime } from "../projections/runtime.ts";
import { runProcess } from "./process.ts";
import { WEBHOOK_PATH } from "./routes/webhook.ts";
import { startBff } from "./start.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

await runProcess(logger, async (opened) => {
  if (config.database.kind !== "server") {
    throw new Error(
      "A BFF of its own needs DATABASE_URL; without it `make run` runs everything in one process.",
    );
  }
  const databaseUrl = config.database.url;
  await refuseUnmigrated(databaseUrl);
  const sessionSecret = sessionSecretOf(config);
  const runtime = await openRuntime(config, {
    databaseUrl,
    sessionSecret,
    webhookUrl: `http://127.0.0.1:${config.port}${WEBHOOK_PATH}`,
    name: "bff",
    logger,
  });
  opened(() => runtime.close());
  const bff = await startBff({ ...config, ...runtime, databaseUrl, sessionSecret, logger });
  opened(() => bff.stop());
  return bff;
});

async function refuseUnmigrated(databaseUrl: string): Promise<void> {
  const sql = openSql(databaseUrl, { max: 1, applicationName: "hub bff start" });
  try {
    const pending = await pendingMigrations(sql);
    if (pending.length === 0) return;
    throw new Error(`The database lacks the migrations ${pending.join(", ")}. Run \`make migrate\` first.`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
