/** Owns what a process asks of its database before it serves: a login that could not change history, and this version's schema. */
import { openSql } from "./database.ts";
import { pendingMigrations } from "./migration-files.ts";
import { refuseOwnersLogin } from "./runtime-login.ts";

/** Throws, with the words that mend it, when the product should not run on this address. */
export async function refuseUnfitDatabase(url: string): Promise<void> {
  const sql = openSql(url, { max: 1, applicationName: "hub start" });
  try {
    const pending = await pendingMigrations(sql);
    if (pending.length > 0) {
      throw new Error(
        `The database lacks the migrations ${pending.join(", ")}. Run \`make migrate\` with DATABASE_OWNER_URL first.`,
      );
    }
    await refuseOwnersLogin(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
