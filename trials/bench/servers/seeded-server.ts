/** Starts the PostgreSQL of a bench: durable, in a folder of its own, with an empty venue. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../../core/platform/embedded-postgres/embedded-postgres.ts";
import { createLogger } from "../../../core/platform/logger.ts";
import { migrate } from "../../../migrations/runner.ts";
import { seed } from "../../../migrations/seed.ts";

export const SESSION_SECRET = "the-bench-needs-thirty-two-letters";

/** `stop` also removes the folder `dataDir`. */
export async function startSeededServer() {
  const dataDir = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const server = await startEmbeddedPostgres({ dataDir, logger: createLogger({ logLevel: "silent" }) });
  const { ownerUrl, runtimeUrl } = server;
  async function stop(): Promise<void> {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    await migrate(ownerUrl);
    await seed(ownerUrl, { adminPassword: "unused-bench-password", sessionSecret: SESSION_SECRET });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ownerUrl, runtimeUrl, dataDir, stop };
}
