/** Owns reading the log once for several who each take it at their own pace: nobody is far ahead, so that few batches are in memory. */
import type { LogPosition } from "../../core/log/position.ts";
import type { OpenedBatch } from "./batch.ts";

/** So many batches may the fastest be ahead of the slowest. */
const AHEAD = 2;

interface Conveyed {
  batch: Promise<OpenedBatch>;
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
    read(after: LogPosition): Promise<OpenedBatch>;
    take(taker: Taker, batch: OpenedBatch): Promise<void>;
  },
): Promise<void> {
  const batches = new Map<number, Conveyed>();
  let failed = false;

  function add(n: number, batch: Promise<OpenedBatch>): Conveyed {
    batch.catch(() => undefined); // whoever asks for it is told
    let release: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      release = resolve;
    });
    const conveyed = { batch, waiting: takers.length, taken, release };
    batches.set(n, conveyed);
    return conveyed;
  }

  /** Begins to read the next one at once: the log does not change while this one is folded. */
  async function batchAt(n: number): Promise<Conveyed> {
    await batches.get(n - AHEAD)?.taken;
    const conveyed = batches.get(n) ?? add(n, given.read(given.from));
    const last = (await conveyed.batch).raw.at(-1);
    if (last && !batches.has(n + 1)) add(n + 1, given.read(last.at));
    return conveyed;
  }

  async function takeAll(taker: Taker): Promise<void> {
    for (let n = 0; !failed; n++) {
      const conveyed = await batchAt(n);
      const batch = await conveyed.batch;
      if (batch.raw.length === 0 || failed) return;
      await given.take(taker, batch);
      conveyed.waiting -= 1;
      if (conveyed.waiting > 0) continue;
      batches.delete(n);
      conveyed.release();
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
