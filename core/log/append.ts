/** Owns the append: at once or not at all, in one round trip. Appends to new streams that come while others are under way share a statement and its commit. */
import type { Sql } from "../platform/database.ts";
import type { Append, AppendResult } from "./append-request.ts";
import { appendAll, appendAlone, wasRolledBack } from "./append-statements.ts";

/** Statements under way at a time, by pool; whoever comes meanwhile waits for the next, together with the others. */
const MAX_CONCURRENT = 2;
const MAX_BATCH = 16;
/** One that waits for somebody's lock longer than this no longer keeps others waiting. */
const MAX_SLOT_MS = 250;

interface Waiting {
  request: Append;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

interface Queue {
  waiting: Waiting[];
  underWay: number;
}

/** A queue belongs to its pool, as connections do. */
const queues = new WeakMap<Sql, Queue>();

/** Appends; committed when it returns. A new stream's waits for nothing unless others are under way: then it goes with the next. */
export function append(sql: Sql, request: Append): Promise<AppendResult> {
  if (request.stream.id !== undefined) return appendAlone(sql, request);
  const queue = queues.get(sql) ?? { waiting: [], underWay: 0 };
  queues.set(sql, queue);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ request, resolve, reject });
    sendWaiting(sql, queue);
  });
}

function sendWaiting(sql: Sql, queue: Queue): void {
  while (queue.underWay < MAX_CONCURRENT && queue.waiting.length > 0) {
    const batch = queue.waiting.splice(0, MAX_BATCH);
    queue.underWay += 1;
    let counted = true;
    const freeSlot = (): void => {
      if (!counted) return;
      counted = false;
      queue.underWay -= 1;
      sendWaiting(sql, queue);
    };
    const slotTimer = setTimeout(freeSlot, MAX_SLOT_MS);
    void send(sql, batch).finally(() => {
      clearTimeout(slotTimer);
      freeSlot();
    });
  }
}

async function send(sql: Sql, batch: readonly Waiting[]): Promise<void> {
  const [only] = batch;
  if (batch.length === 1 && only) return settle(only, appendAlone(sql, only.request));
  try {
    const results = await appendAll(
      sql,
      batch.map(({ request }) => request),
    );
    for (const [i, { resolve, reject }] of batch.entries()) {
      const result = results[i];
      if (result) resolve(result);
      else reject(new Error("The append answered nothing"));
    }
  } catch (error) {
    // One of them was refused, and with it all: each is asked for itself. A lost connection leaves in doubt what was written.
    if (wasRolledBack(error)) {
      await Promise.all(batch.map((waiting) => settle(waiting, appendAlone(sql, waiting.request))));
    } else for (const { reject } of batch) reject(error);
  }
}

const settle = ({ resolve, reject }: Waiting, result: Promise<AppendResult>): Promise<void> =>
  result.then(resolve, reject);
