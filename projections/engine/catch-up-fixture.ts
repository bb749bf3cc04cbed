/** Owns how tests bring a follower to the log's head: other test files' transactions on the same server may hold events back for a while. */
import { pino } from "pino";
import type { Sql } from "../../core/platform/database.ts";
import { type Follower, type FollowResult, follow } from "./follow.ts";

const logger = pino({ level: "silent" });

/** Returns when everything committed has been taken, or the follower has parked; the test's own timeout ends what never does. */
export async function catchUp(sql: Sql, follower: Follower): Promise<FollowResult> {
  for (;;) {
    const followed = await follow(sql, follower, { logger });
    if (followed !== "held-back") return followed;
  }
}
