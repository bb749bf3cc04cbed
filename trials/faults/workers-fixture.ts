/** Sets up a product for faults of workers: a BFF and any number of workers on one test database, each a separate process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPrograms } from "../../bff/testing/process-fixture.ts";
import { seedKeys } from "../../core/platform/secrets/keys.ts";
import { createTestDatabase } from "../../core/testing/database.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { seedVenue } from "../../core/venue/seed-venue.ts";
import { type Load, startLoad } from "./load-fixture.ts";

export const SESSION_SECRET = "a-secret-of-thirty-two-characters";

/** Starts without workers and without bookings. `more`: variables of both processes. */
export async function startWithoutWorkers(more: Readonly<Record<string, string>> = {}) {
  const { start, stopAll } = testPrograms({ RATE_LIMIT_BOOKINGS: "0" });
  const database = await createTestDatabase();
  await seedVenue(database.ownerSql);
  await seedKeys(database.ownerSql, SESSION_SECRET);
  const dataDir = mkdtempSync(join(tmpdir(), "hub-faults-"));
  const port = await freePort();
  const env = { DATABASE_URL: database.runtimeUrl, SESSION_SECRET, DATA_DIR: dataDir, ...more };
  await start("bff", { ...env, PORT: String(port) }, /ready http/);
  let load: Load | undefined;

  return {
    database,
    startWorker: () => start("worker", env, /worker ready/),
    startLoad(pace?: Parameters<typeof startLoad>[1]): Load {
      load = startLoad({ port, ownerUrl: database.url, dataDir }, pace);
      return load;
    },
    async close() {
      await load?.close();
      await stopAll();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
