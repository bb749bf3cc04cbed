/** Prepares for both arrangements the run's folder, the provider with its database, the outbox, the processes' environment. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createLogger, type Logger } from "../../../core/platform/logger.ts";
import { productFolder } from "./builds.ts";
import { type OutboxDisk, openOutboxDisk } from "./outbox-disk.ts";
import { prepareCluster, runServer, serverIn } from "./postgres-server.ts";
import { runOrThrow } from "./product-command.ts";
import { type Provider, startProvider } from "./provider/provider.ts";
import { signalTo } from "./system-processes.ts";

export interface RunEnvironment {
  /** The folder of the product's data: `DATA_DIR`. */
  dataDir: string;
  logger: Logger;
  provider: Provider;
  outbox: OutboxDisk;
  /** The environment of every process, except the address of its database. */
  env: Record<string, string>;
  close(): Promise<void>;
}

export const ADMIN = { username: "admin", password: "a password of the run under faults" };

const SESSION_SECRET = "a session secret of the run under faults, long enough";
const WEBHOOK_PATH = "/api/stripe/webhook";

/** `bffs` are the base addresses that take the provider's webhooks now. */
export async function openRunEnvironment(
  folder: string,
  {
    bffs,
    holdMinutes,
    offerMinutes,
  }: { bffs: () => readonly string[]; holdMinutes: number; offerMinutes: number },
): Promise<RunEnvironment> {
  for (const name of ["", "logs", "builds", "data"]) mkdirSync(join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "data");
  const logger = createLogger({ logLevel: "error" });
  const outbox = openOutboxDisk(dataDir);
  // If the tool is ended early, its servers (separate processes) and its mount would stay.
  const cleanUp = () => {
    for (const dir of [dataDir, join(folder, "database"), join(folder, "provider")]) {
      const postmaster = serverIn(dir).postmaster();
      if (postmaster !== null) signalTo(postmaster, "SIGQUIT");
    }
    outbox.close();
  };
  process.once("exit", cleanUp);

  // No fault kills it: the checker judges the product by the provider's data.
  const ledgerDir = join(folder, "provider");
  await prepareCluster(ledgerDir, { durable: false });
  const ledger = await runServer(ledgerDir, { durable: false, logger, onLost: failRun });
  const { ownerUrl, runtimeUrl } = ledger;
  await runOrThrow(productFolder(), "migrate", [], {
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_URL: runtimeUrl,
    SESSION_SECRET,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: "warn",
  });
  const webhookUrls = () => bffs().map((address) => address + WEBHOOK_PATH);
  const provider = await startProvider({ runtimeUrl, ownerUrl, webhookUrls, logger });

  return {
    dataDir,
    logger,
    provider,
    outbox,
    env: {
      ...provider.env,
      DATA_DIR: dataDir,
      SESSION_SECRET,
      HOLD_MINUTES: String(holdMinutes),
      OFFER_MINUTES: String(offerMinutes),
      // Many clients run on one machine; each gives an address of its own in the header.
      TRUSTED_PROXIES: "1",
      RATE_LIMIT_BOOKINGS: "0",
      WEBHOOK_ALLOW: "loopback",
    },
    async close() {
      await provider.stop();
      await ledger.stop();
      process.off("exit", cleanUp);
      outbox.close();
    },
  };
}

/** Ends the run: without its databases nothing can be checked. */
export function failRun(reason: Error): never {
  throw reason;
}
