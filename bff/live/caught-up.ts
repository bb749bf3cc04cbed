/** Owns waiting for a view that is seldom read: until it has come as far as the log had when it was asked. */
import { setTimeout as delay } from "node:timers/promises";
import { comparePositions } from "../../core/log/position.ts";
import { logHead } from "../../core/log/read.ts";
import type { Sql } from "../../core/platform/database.ts";
import { readCursor } from "../../projections/engine/cursor.ts";

const LOOK_EVERY_MS = 5;
/** After this long the answer is what there is (DECISIONS Running: bounded). */
const PATIENCE_MS = 2_000;

/**
 * Whoever reads right after a write finds it there, without having to say what was written. For calls that come a few
 * times a minute: each look is a query.
 */
export async function caughtUp(sql: Sql, view: string): Promise<void> {
  const head = await logHead(sql);
  if (!head) return;
  const deadline = performance.now() + PATIENCE_MS;
  while (comparePositions(await readCursor(sql, view), head) < 0 && performance.now() < deadline) {
    await delay(LOOK_EVERY_MS);
  }
}
