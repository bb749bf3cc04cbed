/** Owns what a new hub is given after its first migration: the seven rooms and the account `admin`. */
import { openSql } from "../core/platform/database.ts";
import { seedAdmin } from "../core/staff/seed-admin.ts";
import { seedRooms } from "../core/venue/seed-rooms.ts";

/**
 * Gives what is missing and overwrites nothing; needs the owner's address. Answers words for the operator's terminal
 * when the admin's password was generated: it can be read this once.
 */
export async function seed(ownerUrl: string, adminPassword: string | undefined): Promise<string | null> {
  const sql = openSql(ownerUrl, { max: 1, applicationName: "hub seed" });
  try {
    await seedRooms(sql);
    return await seedAdmin(sql, adminPassword);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
