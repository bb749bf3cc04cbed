/** Builds a BFF, alone or within the product: database, core, payment provider, mail and server. */
import { openMailService } from "../core/adapters/mail/mail-service.ts";
import { openPaymentProvider } from "../core/adapters/payment-provider.ts";
import type { Core } from "../core/context.ts";
import { openCore } from "../core/open-core.ts";
import { systemClock } from "../core/platform/clock.ts";
import type { Config } from "../core/platform/config/config.ts";
import { sessionSecretOf } from "../core/platform/config/secret-file.ts";
import { openSql, POOL_MAX } from "../core/platform/database/database.ts";
import type { Process } from "../core/platform/process.ts";
import { addressHashWith } from "../core/platform/secrets/keyed-hash.ts";
import { loadKeys, sessionKeys } from "../core/platform/secrets/keys.ts";
import { claimZone } from "../core/venue/venue-zone.ts";
import { createWaker } from "../projections/engine/wake-followers.ts";
import { WEBHOOK_PATH } from "./routes/visitor/webhook.ts";
import { type BffOptions, type RunningBff, startBff } from "./server.ts";

/** Where the simulated provider's webhooks reach the BFF of this machine. */
export const webhookUrlOf = ({ port }: Pick<Config, "port">): string =>
  `http://127.0.0.1:${port}${WEBHOOK_PATH}`;

/** Serves over a migrated and seeded database, with the runtime's login; calls `opened` for each thing that it opens. */
export async function openBff(
  {
    config,
    logger,
    opened,
  }: Pick<Process, "config" | "logger" | "opened"> & {
    config: Pick<BffOptions, "webFolder">;
  },
  databaseUrl: string,
): Promise<RunningBff & { core: Core; addressHash: BffOptions["addressHash"] }> {
  const sql = openSql(databaseUrl, { max: POOL_MAX.bff, applicationName: "hub bff" });
  opened(() => sql.end({ timeout: 5 }));
  const waker = createWaker({ sql, logger });
  opened(() => waker.stop());
  const log = { sql, clock: systemClock, afterAppend: () => waker.wake() };
  await claimZone(log, config.venueTimezone);
  const core = await openCore(config, { sql, logger, afterAppend: () => waker.wake() });
  const payment = await openPaymentProvider(config, {
    sql,
    clock: core.clock,
    webhookUrl: webhookUrlOf(config),
    logger,
  });
  opened(() => payment.stop());
  const addressHash = addressHashWith((await loadKeys(sql)).callers);
  const bff = await startBff({
    ...config,
    core,
    gateway: payment.gateway,
    mail: openMailService(config, { clock: core.clock }),
    simulatedStripe: payment.browserRoutes,
    databaseUrl,
    readUrl: config.database.kind === "server" ? config.database.readUrl : undefined,
    sessionKeys: sessionKeys(sessionSecretOf(config), config.previousSessionSecrets),
    addressHash,
    logger,
  });
  opened(() => bff.stop());
  return { ...bff, core, addressHash };
}
