/** Owns when a process is fit for requests: database reachable, migrations applied, projections within reach. */

import type { Clock } from "../core/platform/clock.ts";
import type { Sql } from "../core/platform/database.ts";
import { pendingMigrations } from "../core/platform/migration-files.ts";
import { readLags } from "../projections/cursor.ts";

const MAX_LAG_MS = 30_000;
/** A database that does not answer by then is not reachable. */
const PATIENCE_MS = 2_000;

/** Every reason against sending requests here; empty when there is none. Never throws, never waits for long. */
export async function unreadiness(sql: Sql, clock: Clock): Promise<string[]> {
  const patience = new Promise<string[]>((resolve) =>
    setTimeout(resolve, PATIENCE_MS, ["the database does not answer"]).unref(),
  );
  return Promise.race([patience, ask(sql, clock)]);
}

async function ask(sql: Sql, clock: Clock): Promise<string[]> {
  try {
    const pending = await pendingMigrations(sql);
    if (pending.length > 0) return [`migrations are missing: ${pending.join(", ")}`];
    const now = clock.now().getTime();
    const lags = await readLags(sql);
    return lags
      .filter(({ behindSince }) => behindSince !== null && now - behindSince.getTime() > MAX_LAG_MS)
      .map(({ name, behind }) => `the projection ${name} is ${behind} events behind, for more than 30 s`);
  } catch {
    return ["the database is not reachable"];
  }
}
