/** Seeds a new hub after its first migration: its keys, the seven rooms and the account `admin`. */
import { systemClock } from "../core/platform/clock.ts";
import type { Config } from "../core/platform/config/config.ts";
import { sessionSecretOf } from "../core/platform/config/secret-file.ts";
import { POOL_MAX, withSql } from "../core/platform/database/database.ts";
import { assertNoUnfinishedRestore } from "../core/platform/database-readiness.ts";
import { seedKeys } from "../core/platform/secrets/keys.ts";
import { argon2Passwords } from "../core/platform/secrets/passwords.ts";
import { seedAdmin } from "../core/staff/seed-admin.ts";
import { seedVenue } from "../core/venue/seed-venue.ts";
import { migrate } from "./runner.ts";

/** Migrates a database to this version and seeds a new one; returns the names of the migrations applied. */
export async function migrateAndSeed(ownerUrl: string, config: Config): Promise<string[]> {
  await withSql(
    ownerUrl,
    { max: POOL_MAX.migrate, applicationName: "hub migrate" },
    assertNoUnfinishedRestore,
  );
  const { applied } = await migrate(ownerUrl);
  const { adminPassword } = config;
  const notice = await seed(ownerUrl, { adminPassword, sessionSecret: sessionSecretOf(config) });
  if (notice) process.stdout.write(`${notice}\n`);
  return applied;
}

/**
 * Adds what is missing and overwrites nothing; needs the owner's address. Returns a text for the operator's terminal if
 * the admin's password was generated: it can be read only this once.
 */
export const seed = (
  ownerUrl: string,
  given: { adminPassword: string | undefined; sessionSecret: string },
): Promise<string | null> =>
  withSql(ownerUrl, { max: POOL_MAX.migrate, applicationName: "hub seed" }, async (sql) => {
    // Before the account, because its event would be taken for an earlier version's log.
    await seedKeys(sql, given.sessionSecret);
    await seedVenue(sql);
    // Projections need no wake-up: a worker processes the whole log when it starts.
    const core = { sql, clock: systemClock, passwords: argon2Passwords, afterAppend: () => undefined };
    return seedAdmin(core, given.adminPassword);
  });
