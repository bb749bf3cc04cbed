/** Runs the built BFF and worker on a test database for the traffic, without faults. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WEBHOOK_PATH } from "../../../bff/routes/visitor/webhook.ts";
import { HEAP_LIMIT, testPrograms, waitForOutput } from "../../../bff/testing/process-fixture.ts";
import { systemClock } from "../../../core/platform/clock.ts";
import { seedKeys } from "../../../core/platform/secrets/keys.ts";
import { argon2Passwords } from "../../../core/platform/secrets/passwords.ts";
import { seedAdmin } from "../../../core/staff/seed-admin.ts";
import { createTestDatabase } from "../../../core/testing/database.ts";
import { freePort } from "../../../core/testing/free-port.ts";
import { seedVenue } from "../../../core/venue/seed-venue.ts";

const ADMIN = { username: "admin", password: "the traffic's admin password" };

const SESSION_SECRET = "a-secret-of-thirty-two-characters";

export async function startProduct() {
  const { launch, start, stopAll } = testPrograms();
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "hub-traffic-"));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: database.runtimeUrl,
    SESSION_SECRET,
    DATA_DIR: dataDir,
    PUBLIC_URL: base,
    TRUSTED_PROXIES: "1",
    RATE_LIMIT_BOOKINGS: "0",
    WEBHOOK_ALLOW: "loopback",
    OFFER_MINUTES: "0.1",
    UNPAID_HOURS_PER_MAILBOX: "100000",
  };
  const { ownerSql: sql } = database;
  await seedKeys(sql, SESSION_SECRET);
  await seedVenue(sql);
  const core = { sql, clock: systemClock, passwords: argon2Passwords, afterAppend: () => undefined };
  await seedAdmin(core, ADMIN.password);
  await start("bff", { ...env, PORT: String(port) }, /ready http/);
  const worker = [process.execPath, HEAP_LIMIT, "dist/worker.js", `${base}${WEBHOOK_PATH}`];
  await waitForOutput(launch("worker", env, worker), /worker ready/);

  return {
    base,
    admin: ADMIN,
    /** The folder of its mails. */
    outbox: join(dataDir, "outbox"),
    /** The simulated provider's API for browsers. */
    provider: { url: `${base}/simulated-stripe/v1` },
    async close() {
      await stopAll();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
