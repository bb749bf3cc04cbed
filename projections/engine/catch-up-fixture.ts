/** Brings followers to the log's head in tests; transactions of other test files on the same server may hold events back for a while. */
import { pino } from "pino";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { follow, processBatch } from "./follow.ts";
import type { Follower } from "./projection.ts";

const logger = pino({ level: "silent" });

/** Returns when everything committed has been processed or the followers have parked; otherwise the test's own timeout ends it. */
export async function catchUp(sql: Sql, ...followers: readonly Follower[]): Promise<void> {
  for (;;) {
    const { heldBack } = await follow(sql, followers, { logger });
    if (!heldBack) return;
  }
}

/** One batch of at most so many events. */
export const takeOne = (sql: Sql, followers: readonly Follower[], limit: number) =>
  processBatch(sql, followers, { limit, states: createBoundedMap(), logger });

/** The same in batches of so many events, up to the first event that is held back. */
export async function catchUpBy(limit: number, sql: Sql, ...followers: readonly Follower[]): Promise<void> {
  for (;;) {
    const { events } = await takeOne(sql, followers, limit);
    if (events === 0) return;
  }
}
