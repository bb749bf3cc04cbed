/** Owns when a process is fit for requests: database reachable, migrations applied. A view that is behind is no reason to send nobody here. */
import type { Sql } from "../../core/platform/database.ts";
import { pendingMigrations } from "../../core/platform/migration-files.ts";

/** A database that does not answer by then is not reachable. */
const PATIENCE_MS = 2_000;

/** Every reason against sending requests here; empty when there is none. Never throws, never waits for long. */
export async function unreadiness(sql: Sql): Promise<string[]> {
  const patience = new Promise<string[]>((resolve) =>
    setTimeout(resolve, PATIENCE_MS, ["the database does not answer"]).unref(),
  );
  return Promise.race([patience, ask(sql)]);
}

async function ask(sql: Sql): Promise<string[]> {
  try {
    const pending = await pendingMigrations(sql);
    return pending.length > 0 ? [`migrations are missing: ${pending.join(", ")}`] : [];
  } catch {
    return ["the database is not reachable"];
  }
}
