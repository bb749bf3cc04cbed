/** Owns reading the log once for several who each take it at their own pace: nobody is far ahead, so that few batches are in memory. */
import type { LogPosition } from "../../core/log/position.ts";
import type { RawEvent } from "../../core/log/stream.ts";

/** So many batches may the fastest be ahead of the slowest. */
const AHEAD = 2;

interface Batch {
  events: Promise<RawEvent[]>;
  /** Those who have not taken it yet. */
  waiting: number;
  taken: Promise<void>;
  release(): void;
}

/**
 * Gives every taker every batch from the first event after `from`, until one is empty. When one of them fails the others stop behind
 * their batch; throws what the first threw once nobody works any more.
 */
export async function conveyBatches<Taker>(
  takers: readonly Taker[],
  given: {
    from: LogPosition;
    read(after: LogPosition): Promise<RawEvent[]>;
    take(taker: Taker, events: RawEvent[]): Promise<void>;
  },
): Promise<void> {
  const batches = new Map<number, Batch>();
  let failed = false;

  function addBatch(n: number, events: Promise<RawEvent[]>): Batch {
    events.catch(() => undefined); // whoever asks for it is told
    let release: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      release = resolve;
    });
    const batch = { events, waiting: takers.length, taken, release };
    batches.set(n, batch);
    return batch;
  }

  /** Begins to read the next one at once: the log does not change while this one is folded. */
  async function batchAt(n: number): Promise<Batch> {
    await batches.get(n - AHEAD)?.taken;
    const batch = batches.get(n) ?? addBatch(n, given.read(given.from));
    const last = (await batch.events).at(-1);
    if (last && !batches.has(n + 1)) addBatch(n + 1, given.read(last.at));
    return batch;
  }

  async function takeAll(taker: Taker): Promise<void> {
    for (let n = 0; !failed; n++) {
      const batch = await batchAt(n);
      const events = await batch.events;
      if (events.length === 0 || failed) return;
      await given.take(taker, events);
      batch.waiting -= 1;
      if (batch.waiting > 0) continue;
      batches.delete(n);
      batch.release();
    }
  }

  const done = await Promise.allSettled(
    takers.map((taker) =>
      takeAll(taker).catch((error: unknown) => {
        failed = true;
        // Those who wait for this one's batches wait no more.
        for (const { release } of batches.values()) release();
        throw error;
      }),
    ),
  );
  for (const one of done) if (one.status === "rejected") throw one.reason;
}
