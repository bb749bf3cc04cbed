/** Starts the whole product with one command: database, migrations, payment provider, BFF, and a worker beside it; `make run` starts it. */
import { systemClock } from "../core/platform/clock.ts";
import { environmentOfProcess } from "../core/platform/config/config.ts";
import { sessionSecretOf } from "../core/platform/config/secret-file.ts";
import { openSql } from "../core/platform/database/database.ts";
import { assertDatabaseReady } from "../core/platform/database-readiness.ts";
import { startEmbeddedPostgres } from "../core/platform/embedded-postgres/embedded-postgres.ts";
import { type Process, runProcess } from "../core/platform/process.ts";
import {
  derivedRuntimeUrl,
  ensureRuntimeLogin,
  isOwnersAddress,
} from "../core/platform/secrets/runtime-login.ts";
import { signingKeyText } from "../core/transparency/log-key.ts";
import { claimZone } from "../core/venue/venue-zone.ts";
import { migrateAndSeed } from "../migrations/seed.ts";
import { openBff, webhookUrlOf } from "./open-bff.ts";
import { startWorkerProcess } from "./worker-process.ts";

await runProcess(async (process) => {
  const { config, logger, opened } = process;
  const databaseUrl = await openDatabase(process);
  await assertDatabaseReady(databaseUrl);
  await claimZoneOn(databaseUrl, config.venueTimezone);
  const env = environmentOfProcess({
    databaseUrl,
    sessionSecret: sessionSecretOf(config),
    logSigningKey: signingKeyText(config),
  });
  const worker = startWorkerProcess({ env, webhookUrl: webhookUrlOf(config), logger });
  opened(() => worker.stop());
  // The BFF serves what the projections show; they are current when "ready" is printed.
  const [bff] = await Promise.all([openBff(process, databaseUrl), worker.ready]);
  // Both at the same time: each may need seconds to finish its work, and the time does not suffice for one after the other.
  opened(() => Promise.all([bff.stop(), worker.stop()]));
  return `ready http://localhost:${bff.port}`;
});

/** The address of a migrated and seeded database, with the runtime's login. No connection with the owner's login stays open. */
async function openDatabase({ config, logger, opened, giveUp }: Process): Promise<string> {
  if (config.database.kind === "embedded") {
    const server = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      port: config.database.port,
      onLost: giveUp,
      logger,
    });
    opened((withinMs) => server.stop(withinMs));
    await migrateAndSeed(server.ownerUrl, config);
    return server.runtimeUrl;
  }
  const { url, ownerUrl } = config.database;
  if (ownerUrl === undefined && url !== undefined && !(await isOwnersAddress(url))) return url;
  const owner = ownerUrl ?? url ?? "";
  await migrateAndSeed(owner, config);
  const runtimeUrl =
    url === undefined || url === owner ? derivedRuntimeUrl(owner, sessionSecretOf(config)) : url;
  await ensureRuntimeLogin(owner, runtimeUrl);
  return runtimeUrl;
}

/** Runs before the worker checks the zone: the zone of a database without bookings may still change. */
async function claimZoneOn(databaseUrl: string, zone: string): Promise<void> {
  const sql = openSql(databaseUrl, { max: 1, applicationName: "hub start" });
  try {
    await claimZone({ sql, clock: systemClock, afterAppend: () => undefined }, zone);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
