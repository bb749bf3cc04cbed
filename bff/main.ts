/** Owns the BFF process: one of any number against one server, which a migration job has migrated before. */
import { loadConfigOrExit } from "../core/platform/config.ts";
import { refuseUnfitDatabase } from "../core/platform/fit-database.ts";
import { createLogger } from "../core/platform/logger.ts";
import { runProcess } from "../core/platform/process.ts";
import { openRuntime } from "../projections/runtime.ts";
import { WEBHOOK_PATH } from "./routes/visitor/webhook.ts";
import { startBff } from "./server.ts";

const config = loadConfigOrExit();
const logger = createLogger(config);

await runProcess(logger, async (opened) => {
  if (config.database.kind !== "server" || config.database.url === undefined) {
    throw new Error(
      "A BFF of its own needs DATABASE_URL, the runtime's login; without it `make run` runs everything.",
    );
  }
  const databaseUrl = config.database.url;
  await refuseUnfitDatabase(databaseUrl);
  const runtime = await openRuntime(config, {
    databaseUrl,
    webhookUrl: `http://127.0.0.1:${config.port}${WEBHOOK_PATH}`,
    name: "bff",
    logger,
  });
  opened(() => runtime.close());
  const bff = await startBff({ ...config, ...runtime, databaseUrl, logger });
  opened(() => bff.stop());
  return `ready http://localhost:${bff.port}`;
});
