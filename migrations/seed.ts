/** Owns what a new hub is given after its first migration: its keys, the seven rooms and the account `admin`. */
import { openSql, POOL_MAX } from "../core/platform/database.ts";
import { seedKeys } from "../core/platform/keys.ts";
import { seedAdmin } from "../core/staff/seed-admin.ts";
import { seedRooms } from "../core/venue/seed-rooms.ts";

/**
 * Gives what is missing and overwrites nothing; needs the owner's address. Answers words for the operator's terminal
 * when the admin's password was generated: it can be read this once.
 */
export async function seed(
  ownerUrl: string,
  given: { adminPassword: string | undefined; sessionSecret: string },
): Promise<string | null> {
  const sql = openSql(ownerUrl, { max: POOL_MAX.migrate, applicationName: "hub seed" });
  try {
    // Before the account, whose event would pass for an earlier version's log.
    await seedKeys(sql, given.sessionSecret);
    await seedRooms(sql);
    return await seedAdmin(sql, given.adminPassword);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
