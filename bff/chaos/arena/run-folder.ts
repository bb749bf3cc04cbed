/** Owns what both arrangements of a run stand on: its folder, the provider with a database of its own, the outbox, and the environment of every process. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createLogger, type Logger } from "../../../core/platform/logger.ts";
import { productFolder } from "./builds.ts";
import { type OutboxDisk, openOutboxDisk } from "./outbox-disk.ts";
import { prepareCluster, runServer, serverIn } from "./postgres-server.ts";
import { runOrThrow } from "./product-command.ts";
import { type Provider, startProvider } from "./provider.ts";
import { signalTo } from "./system-processes.ts";

export interface Surroundings {
  /** Folder of the product's data: `DATA_DIR`. */
  dataDir: string;
  logger: Logger;
  provider: Provider;
  outbox: OutboxDisk;
  /** Of every process, beside where its database is. */
  env: Record<string, string>;
  close(): Promise<void>;
}

export const ADMIN = { username: "admin", password: "a password of the run under faults" };

const SESSION_SECRET = "a session secret of the run under faults, long enough";
const WEBHOOK_PATH = "/api/stripe/webhook";

/** `bffs`: base addresses that take the provider's webhooks now. */
export async function openSurroundings(
  folder: string,
  { bffs, holdMinutes }: { bffs: () => readonly string[]; holdMinutes: number },
): Promise<Surroundings> {
  for (const name of ["", "logs", "builds", "data"]) mkdirSync(join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  const dataDir = join(folder, "data");
  const logger = createLogger({ logLevel: "error" });
  const outbox = openOutboxDisk(dataDir);
  // The tool may be ended in the middle: its servers live apart from it, and so does what is mounted.
  const leaveNothing = () => {
    for (const dir of [dataDir, join(folder, "database"), join(folder, "provider")]) {
      const postmaster = serverIn(dir).postmaster();
      if (postmaster !== null) signalTo(postmaster, "SIGQUIT");
    }
    outbox.close();
  };
  process.once("exit", leaveNothing);

  // Killed by no fault: what the provider knows is what the product is judged by.
  const ledgerDir = join(folder, "provider");
  await prepareCluster(ledgerDir, { durable: false });
  const ledger = await runServer(ledgerDir, { durable: false, logger, onGone: fail });
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
      // Many clients come from one machine; each has an address of its own by its header.
      TRUSTED_PROXIES: "1",
      RATE_LIMIT_BOOKINGS: "0",
    },
    async close() {
      await provider.stop();
      await ledger.stop();
      process.off("exit", leaveNothing);
      outbox.close();
    },
  };
}

/** Nothing can be judged without it. */
export function fail(reason: Error): never {
  throw reason;
}
