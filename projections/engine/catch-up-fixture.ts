/** Owns how tests bring followers to the log's head: other test files' transactions on the same server may hold events back for a while. */
import { pino } from "pino";
import type { Sql } from "../../core/platform/database.ts";
import { follow, takeBatch } from "./follow.ts";
import { createBounded } from "./memory.ts";
import type { Follower } from "./projection.ts";

const logger = pino({ level: "silent" });

/** Returns when everything committed has been taken, or the followers have parked; the test's own timeout ends what never does. */
export async function catchUp(sql: Sql, ...followers: readonly Follower[]): Promise<void> {
  for (;;) {
    const { heldBack } = await follow(sql, followers, { logger });
    if (!heldBack) return;
  }
}

/** One batch of so many events at most. */
export const takeOne = (sql: Sql, followers: readonly Follower[], limit: number) =>
  takeBatch(sql, followers, { limit, states: createBounded(), logger });

/** The same in batches of so many events, as far as nothing is held back. */
export async function catchUpBy(limit: number, sql: Sql, ...followers: readonly Follower[]): Promise<void> {
  for (;;) {
    const { events } = await takeOne(sql, followers, limit);
    if (events === 0) return;
  }
}
