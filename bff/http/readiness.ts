/** Owns when a process is fit for requests: database reachable, migrations applied. A view that is behind is no reason to send nobody here. */
import type { Sql } from "../../core/platform/database.ts";
import { pendingMigrations } from "../../core/platform/migration-files.ts";

/** A database that does not answer by then is not reachable. */
const PATIENCE_MS = 2_000;

/** What was found out is told for this long: whoever asks more often costs no query. */
const TOLD_FOR_MS = 1_000;

/** Every reason against sending requests here, as of a second ago at most; empty when there is none. Never throws, never waits for long. */
export function createReadiness(sql: Sql): () => Promise<string[]> {
  let told: { since: number; reasons: Promise<string[]> } | undefined;
  return () => {
    const now = performance.now();
    // A query that is under way for longer is one that those before have given up.
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
