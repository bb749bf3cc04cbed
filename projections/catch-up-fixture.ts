/** Owns how tests bring a follower to the log's head: other test files' transactions on the same server may hold events back for a while. */
import type { Sql } from "../core/platform/database.ts";
import { type Follower, runToHead } from "./run.ts";

/** Returns when everything committed has been taken; the test's own timeout ends what never does. */
export async function catchUp(sql: Sql, follower: Follower): Promise<void> {
  while (!(await runToHead(sql, follower)));
}
