/** Says whether a process is ready for requests: database reachable, migrations applied. Projections may be behind. */
import type { Sql } from "../../core/platform/database/database.ts";
import { pendingMigrations } from "../../core/platform/database/migration-files.ts";

/** A database that does not answer within this time counts as unreachable. */
const PATIENCE_MS = 2_000;

/** An answer is repeated for this long, so that frequent checks cost no queries. */
const TOLD_FOR_MS = 1_000;

/** Every reason against sending requests here, at most a second old; empty when there is none. Never throws, never waits for long. */
export function createReadiness(sql: Sql): () => Promise<string[]> {
  let told: { since: number; reasons: Promise<string[]> } | undefined;
  return () => {
    const now = performance.now();
    // A query older than this was given up by the earlier callers.
    if (!told || now - told.since >= TOLD_FOR_MS) told = { since: now, reasons: unreadiness(sql) };
    return told.reasons;
  };
}

async function unreadiness(sql: Sql): Promise<string[]> {
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
