/** Owns the append: at once or not at all, in one round trip. Appends to new streams that come while others are under way share a statement and its commit. */
import type { Sql } from "../platform/database.ts";
import type { Append, AppendResult } from "./append-request.ts";
import { appendAll, appendAlone, wasRolledBack } from "./append-statements.ts";
import { inLane } from "./lone-appends.ts";

const MAX_BATCH = 32;

interface Waiting {
  request: Append;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/** One batch at a time: what comes meanwhile goes together, and a booking of eight costs the database half of one of four. */
interface Queue {
  waiting: Waiting[];
  underWay: boolean;
}

/** A queue belongs to its pool, as connections do. */
const queues = new WeakMap<Sql, Queue>();

/**
 * Appends; committed when it returns. A new stream's waits for nothing unless others are under way: then it goes with the next. Throws
 * `LockedTooLong` where somebody else keeps what it needs locked for seconds.
 */
export function append(sql: Sql, request: Append): Promise<AppendResult> {
  if (request.stream.id !== undefined) return alone(sql, request);
  const queue = queues.get(sql) ?? { waiting: [], underWay: false };
  queues.set(sql, queue);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ request, resolve, reject });
    void sendWaiting(sql, queue);
  });
}

const alone = (sql: Sql, request: Append): Promise<AppendResult> =>
  inLane(sql, () => appendAlone(sql, request));

async function sendWaiting(sql: Sql, queue: Queue): Promise<void> {
  if (queue.underWay) return;
  queue.underWay = true;
  while (queue.waiting.length > 0) await send(sql, queue.waiting.splice(0, MAX_BATCH));
  queue.underWay = false;
}

/** Resolves when the statement that they share has ended, however it did. */
async function send(sql: Sql, batch: readonly Waiting[]): Promise<void> {
  try {
    const results = await together(sql, batch);
    for (const [i, { resolve, reject }] of batch.entries()) {
      const result = results[i];
      if (result) resolve(result);
      else reject(new Error("The append answered nothing"));
    }
  } catch (error) {
    // One of them was refused or met a lock, and with it all: each is asked for itself. A lost connection leaves in doubt what was written.
    for (const { request, resolve, reject } of batch) {
      if (wasRolledBack(error)) alone(sql, request).then(resolve, reject);
      else reject(error);
    }
  }
}

/** One has nobody to share with, and the statement for one is the shorter. */
async function together(sql: Sql, batch: readonly Waiting[]): Promise<readonly (AppendResult | undefined)[]> {
  const [only] = batch;
  return batch.length === 1 && only
    ? [await appendAlone(sql, only.request)]
    : appendAll(
        sql,
        batch.map(({ request }) => request),
      );
}
