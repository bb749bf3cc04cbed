/** Owns the running of a projection: batch after batch from the log, each with its cursor in one transaction, until nothing is left. */
import { setTimeout as delay } from "node:timers/promises";
import type { LogPosition } from "../core/log/position.ts";
import { type RecordedEvent, readAfter } from "../core/log/read.ts";
import type { Sql, TransactionSql } from "../core/platform/database.ts";
import { lockCursor, moveCursor } from "./cursor.ts";
import { hasMore, readModelOf } from "./fold.ts";
import { notifyProjected } from "./notify.ts";
import type { ProjectedRow, Projection, ReadModel } from "./projection.ts";

const BATCH_SIZE = 1_000;

/** How long a run waits for events that an older transaction holds back, before it leaves them to the next wake. */
const HELD_BACK_DELAYS_MS = [2, 4, 8, 16, 32, 64, 128, 250, 250, 250];

/** What follows the log with a cursor of its own: a read table, or the reactions. */
export interface Follower {
  name: string;
  /** Takes a batch within the transaction that moves the cursor. */
  take(tx: TransactionSql, events: readonly RecordedEvent[], upTo: LogPosition): Promise<void>;
}

/** A projection as a follower of the log: folds into its tables and tells the BFFs, all in the cursor's transaction. */
export function projecting<Row extends ProjectedRow>(projection: Projection<Row> | ReadModel): Follower {
  const model = readModelOf(projection);
  return {
    name: model.name,
    async take(tx, events, upTo) {
      await model.fold(tx, events, (table) => table);
      await notifyProjected(tx, { projection: model.name, position: upTo });
    },
  };
}

/** One batch; answers how many events were taken, null when another worker is at it. */
export function takeBatch(sql: Sql, follower: Follower, limit = BATCH_SIZE): Promise<number | null> {
  return sql.begin(async (tx) => {
    const cursor = await lockCursor(tx, follower.name);
    if (!cursor) return null;
    const events = await readAfter(tx, cursor, limit);
    const last = events.at(-1);
    if (!last) return 0;
    await follower.take(tx, events, last.at);
    await moveCursor(tx, follower.name, last.at);
    return events.length;
  });
}

/**
 * Takes everything that the log has. Events of transactions that began after an older one still running stay unseen
 * until that one ends; the run waits for them a moment and answers false when they are still held back.
 */
export async function runToHead(sql: Sql, follower: Follower, signal?: AbortSignal): Promise<boolean> {
  for (let waits = 0; !signal?.aborted; ) {
    const taken = await takeBatch(sql, follower);
    if (taken === null) return true;
    if (taken > 0) {
      waits = 0;
      if (taken === BATCH_SIZE) continue;
    }
    if (!(await hasMore(sql, follower.name))) return true;
    const wait = HELD_BACK_DELAYS_MS[waits++];
    if (wait === undefined) return false;
    await delay(wait);
  }
  return false;
}
