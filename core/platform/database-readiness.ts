/** Checks the database before a process serves from it: the login cannot change history, and the schema is of this version. */
import type { DatabaseConfig } from "./config/config.ts";
import { type Sql, withSql } from "./database/database.ts";
import { pendingMigrations } from "./database/migration-files.ts";
import { assertNotOwner } from "./secrets/runtime-login.ts";

/**
 * The login of the running processes on the operator's server, for a separate process; `name` is the process's name in
 * the refusal of any other database.
 */
export async function runtimeDatabase(database: DatabaseConfig, name: string): Promise<string> {
  if (database.kind !== "server" || database.url === undefined) {
    throw new Error(
      `A separate ${name} needs DATABASE_URL, the login of the running processes. Without it, use \`make run\`, which runs everything.`,
    );
  }
  await assertDatabaseReady(database.url);
  return database.url;
}

/** Throws, with instructions for fixing it, if the product should not run on this address. */
export const assertDatabaseReady = (url: string): Promise<void> =>
  withSql(url, { max: 1, applicationName: "hub start" }, async (sql) => {
    await assertNoUnfinishedRestore(sql);
    const pending = await pendingMigrations(sql);
    if (pending.length > 0) {
      throw new Error(
        `The database does not have the migrations ${pending.join(", ")}. Run \`make migrate\` with DATABASE_OWNER_URL first.`,
      );
    }
    await assertNotOwner(sql);
  });

/** Throws if a restore has begun and not ended: the database is not what was backed up. */
export async function assertNoUnfinishedRestore(sql: Sql): Promise<void> {
  const [row] = await sql<{ half: boolean }[]>`select to_regnamespace('restoring') is not null as half`;
  if (row?.half) {
    throw new Error(
      "This database is half restored: a restore was interrupted. Run `make restore` with the same file again; it continues.",
    );
  }
}
