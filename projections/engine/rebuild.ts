/** Rebuilds projections in one pass over the log, beside their live tables; compares both and swaps each in one short transaction. */
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { comparePositions, type LogPosition } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { type Folded, type OpenedBatch, openBatch } from "./batch.ts";
import { type Comparison, compareRebuilt } from "./compare.ts";
import { PROJECTED_CHANNEL, projectedMessage } from "./notify.ts";
import { type Projection, streamsOf } from "./projection.ts";
import {
  AlreadyRebuilding,
  advance,
  beginRebuild,
  claimRebuilds,
  noteFailure,
  type RebuildState,
  rebuildTableOf,
  swapTables,
} from "./rebuild-state.ts";
import { failureCause, setAside, unreadableFor } from "./set-aside.ts";
import { wakeFollowers } from "./wake-followers.ts";

/** The target duration of a batch. Its transaction holds all followers back while it writes, so its size is adjusted to this. */
const BATCH_MS = 100;
const BATCH = { first: 1_000, min: 400, max: 2_000 };
/** Transactions at a time; the followers use the same pool. */
const LANES = 3;
/** After so many batches that do not concern a projection its cursor is stored anyway, since a stopped rebuild continues from there. */
const STORED_EVERY = 20;
/** How many events the swap itself may still fold. */
const MAX_LEFT_TO_SWAP = 500;
/** If readers block the swap, it is tried again after about this pause, for this long. */
const RETRY_MS = 100;
const PATIENCE_MS = 10 * 60_000;

export interface RebuildProgress {
  /** The current step; `swapping` is reported within the swap's transaction, at its beginning and before its end. */
  phase: "folding" | "settling" | "comparing" | "swapping" | "swapped";
  /** Events folded so far, of `total` in the log at the start. */
  done: number;
  total: number;
}

export interface Rebuilt {
  name: string;
  /** Events folded, including those of the earlier rebuild that it continued. */
  events: number;
  resumed: boolean;
  compared: Comparison[];
}

/**
 * Rebuilds projections while readers continue to read them. Continues an earlier rebuild that stopped, unless `fromStart` is set. Reactions have
 * no rebuild, so no mail or refund results. A parked projection runs again afterward, since the rebuild has processed what it could not.
 * The runtime's role is enough. Throws `AlreadyRebuilding`, the error of a fold, or the signal's reason; a repeated call continues from
 * there.
 */
export async function rebuildProjections(
  sql: Sql,
  projections: readonly Projection[],
  options: {
    onProgress?: (progress: RebuildProgress) => void;
    fromStart?: boolean;
    signal?: AbortSignal;
  } = {},
): Promise<Rebuilt[]> {
  const { onProgress = () => undefined, fromStart = false, signal } = options;
  const claimed = await claimRebuilds(sql, projections);
  try {
    const building: RebuildState[] = [];
    for (const projection of projections) building.push(await beginRebuild(sql, projection, fromStart));
    const [count] = await sql<{ total: number }[]>`select count(*) as total from events`;
    const run = createRun(sql, building, count?.total ?? 0, { onProgress, signal });
    await run.fold();
    await run.settle();
    const rebuilt: Rebuilt[] = [];
    for (const one of building) rebuilt.push(await run.swap(one));
    return rebuilt;
  } catch (error) {
    const names = projections.map(({ name }) => name);
    if (!(error instanceof AlreadyRebuilding) && !signal?.aborted) {
      await noteFailure(sql, names, error instanceof Error ? error.message : String(error)).catch(
        () => undefined,
      );
    }
    throw error;
  } finally {
    await claimed.release();
  }
}

function createRun(
  sql: Sql,
  building: readonly RebuildState[],
  total: number,
  { onProgress, signal }: { onProgress(progress: RebuildProgress): void; signal: AbortSignal | undefined },
) {
  const streams = streamsOf(building.map(({ projection }) => projection));
  const states = createBoundedMap<string, Folded>();
  const open = (events: readonly RawEvent[]): Promise<OpenedBatch> =>
    openBatch(sql, events, { streams, states });
  let size = BATCH.first;

  function tell(phase: RebuildProgress["phase"]): void {
    const done = Math.min(...building.map((one) => one.done));
    onProgress({ phase, done, total: Math.max(total, done) });
  }

  /**
   * Folds the events that a projection has not had yet and moves its cursor. A batch that does not concern it mostly has no transaction.
   */
  async function take(one: RebuildState, batch: OpenedBatch): Promise<void> {
    const rest = batch.raw.filter(({ at }) => comparePositions(at, one.cursor) > 0);
    const last = rest.at(-1);
    if (!last) return;
    const { projection, aside } = one;
    const taken = rest.length === batch.raw.length ? batch : await open(rest);
    try {
      await fold(one, taken, { cursor: last.at, done: one.done + rest.length });
    } catch (error) {
      if (failureCause(error) !== "stream") throw error;
      // Folds smaller and smaller parts until the failing event is found; its stream is set aside, as in following.
      const half = Math.ceil(rest.length / 2);
      if (rest.length > 1) {
        for (const part of [rest.slice(0, half), rest.slice(half)]) await take(one, await open(part));
        return;
      }
      const { stream, version } = last;
      if (aside.has(stream)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      await setAside(sql, [{ follower: projection.name, stream, version, reason }], { rebuild: true });
      aside.add(stream);
      await take(one, batch);
    }
  }

  async function fold(
    one: RebuildState,
    batch: OpenedBatch,
    to: Pick<RebuildState, "cursor" | "done">,
  ): Promise<void> {
    const { projection, memory } = one;
    const unreadable = unreadableFor(batch, [projection]);
    const isConcerned =
      unreadable.length > 0 ||
      projection.streams === "all" ||
      projection.streams.some((stream) => batch.stepsOf(stream).length > 0);
    if (isConcerned || ++one.unstored >= STORED_EVERY) {
      const began = performance.now();
      memory.settlesLater = !one.settled;
      await sql.begin(async (tx) => {
        // If the server crashes, lost batches are folded again. Only the swap waits for the disk.
        await Promise.all([tx`set local synchronous_commit = off`, advance(tx, one, to)]);
        if (!isConcerned) return;
        await projection.fold(tx, batch.without(one.aside, memory), rebuildTableOf);
        await setAside(tx, unreadable, { rebuild: true });
      });
      one.stored = to.cursor;
      one.unstored = 0;
      one.tookMs = performance.now() - began;
      if (isConcerned) size = fitted(size, batch.raw.length, one.tookMs);
    }
    one.cursor = to.cursor;
    one.done = to.done;
  }

  /** Up to the log's head at that moment. */
  async function foldAll(ones: readonly RebuildState[] = building): Promise<void> {
    const read = async (after: LogPosition): Promise<OpenedBatch> => open(await readAfter(sql, after, size));
    tell("folding");
    let next = read(ones.map(({ cursor }) => cursor).reduce((a, b) => (comparePositions(a, b) < 0 ? a : b)));
    for (;;) {
      const batch = await next;
      const last = batch.raw.at(-1);
      if (!last) return;
      // The log does not change while this batch is folded. A failure of the read is thrown when the next batch is awaited.
      next = read(last.at);
      next.catch(() => undefined);
      signal?.throwIfAborted();
      // The projection that took longest for the last batch begins first, so that the others do not wait for it at the end.
      await inLanes(
        LANES,
        ones.toSorted((a, b) => b.tookMs - a.tookMs),
        (one) => take(one, batch),
      );
      tell("folding");
    }
  }

  /** Makes the counts that are made once over all rows; later batches count for themselves. */
  async function settle(): Promise<void> {
    for (const one of building) {
      const { projection } = one;
      if (one.settled) continue;
      tell("settling");
      await sql.begin(async (tx) => {
        await projection.settle?.(tx, rebuildTableOf);
        await tx`update projection_rebuilds set settled = true where name = ${projection.name}`;
      });
      one.settled = true;
    }
  }

  async function swap(one: RebuildState): Promise<Rebuilt> {
    const { projection } = one;
    const patience = performance.now() + PATIENCE_MS;
    await foldAll([one]);
    await sql.begin((tx) => advance(tx, one, one));
    one.stored = one.cursor;
    tell("comparing");
    const compared = await compareRebuilt(sql, projection);
    for (;;) {
      signal?.throwIfAborted();
      await foldAll([one]);
      try {
        await sql.begin((tx) => swapIn(tx, one));
        break;
      } catch (error) {
        if (!isRefusedForNow(error)) throw error;
        if (performance.now() > patience) {
          throw new Error(`Readers of ${projection.name} have blocked its swap for minutes`, {
            cause: error,
          });
        }
        await delay(RETRY_MS * (0.5 + Math.random()));
      }
    }
    // A worker that was woken meanwhile may have skipped this projection.
    await wakeFollowers(sql);
    tell("swapped");
    return { name: projection.name, events: one.done, resumed: one.resumed, compared };
  }

  /** Locks the live cursor first, as every follower does, then the tables; it waits for their readers only briefly. */
  async function swapIn(tx: TransactionSql, one: RebuildState): Promise<void> {
    const { projection } = one;
    const [live] = await tx<LogPosition[]>`
      select epoch, xid, position from projection_cursors where name = ${projection.name} for update`;
    if (!live) throw new Error(`No follower ${projection.name}`);
    tell("swapping");
    const events = await readAfter(tx, one.cursor, MAX_LEFT_TO_SWAP);
    const last = events.at(-1);
    if (last) {
      const batch = await openBatch(tx, events, { streams, states });
      await advance(tx, one, { cursor: last.at, done: one.done + events.length });
      await projection.fold(tx, batch.without(one.aside), rebuildTableOf);
      await setAside(tx, unreadableFor(batch, [projection]), { rebuild: true });
    }
    const at = events.at(-1)?.at ?? one.cursor;
    // No reader may see less than before: the rebuilt rows must include all events that the live rows have.
    if (events.length === MAX_LEFT_TO_SWAP || comparePositions(at, live) < 0) throw new NotYet();
    await swapTables(tx, projection, at);
    await tx`select pg_notify(${PROJECTED_CHANNEL}, ${projectedMessage([projection.name], at)})`;
    tell("swapping");
    one.done += events.length;
  }

  return { fold: () => foldAll(), settle, swap };
}

/** The log has grown too much since for an immediate swap. */
class NotYet extends Error {}

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

const isRefusedForNow = (error: unknown): boolean =>
  error instanceof NotYet ||
  (error instanceof postgres.PostgresError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code));

/** How many events fit into a transaction of the target duration, judged by the last one. It grows slowly for the slowest projection. */
function fitted(size: number, events: number, ms: number): number {
  const wanted = Math.round((events * BATCH_MS) / Math.max(1, ms));
  return Math.max(BATCH.min, Math.min(BATCH.max, wanted, Math.ceil(size * 1.1)));
}

/** Runs so many at a time; throws the first error after all running ones have ended. */
async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await work(item);
  };
  for (const done of await Promise.allSettled(Array.from({ length: lanes }, lane))) {
    if (done.status === "rejected") throw done.reason;
  }
}
