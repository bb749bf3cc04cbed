/** Appends events, all at once or not at all, in one round trip. Concurrent appends to new streams share a statement and its commit. */
import type { Sql } from "../platform/database/database.ts";
import type { Append, AppendResult } from "./append-request.ts";
import { appendOne, appendToNewStreams, wasRolledBack } from "./append-statements.ts";
import { runInLane } from "./single-appends.ts";

const MAX_BATCH = 32;

interface Waiting {
  request: Append;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/**
 * One batch runs at a time; appends that come meanwhile share the next. Per booking, a batch of eight costs half as much as one of four.
 */
interface Queue {
  waiting: Waiting[];
  underWay: boolean;
}

/** Each pool has its own queue, as it has its own connections. */
const queues = new WeakMap<Sql, Queue>();

/**
 * Appends; the events are committed when it returns. An append to a new stream waits only while another batch is under way: then it joins
 * the next one. Throws `LockedTooLong` if what it needs stays locked for seconds.
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
  runInLane(sql, () => appendOne(sql, request));

async function sendWaiting(sql: Sql, queue: Queue): Promise<void> {
  if (queue.underWay) return;
  queue.underWay = true;
  while (queue.waiting.length > 0) await send(sql, queue.waiting.splice(0, MAX_BATCH));
  queue.underWay = false;
}

/** Resolves when the shared statement has ended, with success or not. */
async function send(sql: Sql, batch: readonly Waiting[]): Promise<void> {
  try {
    const [only] = batch;
    // A single request shares with no other, and the statement for one is shorter.
    const results =
      only && batch.length === 1
        ? [await appendOne(sql, only.request)]
        : await appendToNewStreams(
            sql,
            batch.map(({ request }) => request),
          );
    for (const [i, { resolve, reject }] of batch.entries()) {
      const result = results[i];
      if (result) resolve(result);
      else reject(new Error("The append returned nothing"));
    }
  } catch (error) {
    // One request was refused or met a lock, and the whole statement failed: each is sent by itself. After a lost connection it is not
    // known what was written.
    for (const { request, resolve, reject } of batch) {
      if (wasRolledBack(error)) alone(sql, request).then(resolve, reject);
      else reject(error);
    }
  }
}
