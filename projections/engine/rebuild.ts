/** Owns the rebuild of projections in one pass over the log: beside the live ones, compared with them, and each swapped in by one short transaction. */
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { comparePositions, type LogPosition } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql, TransactionSql } from "../../core/platform/database.ts";
import { type Comparison, compareRebuilt } from "./compare.ts";
import { conveyBatches } from "./conveyor.ts";
import { stepsOf } from "./fold.ts";
import { createFoldMemory } from "./fold-memory.ts";
import { notifyProjected } from "./notify.ts";
import type { Projection } from "./projection.ts";
import {
  AlreadyRebuilding,
  advance,
  type Building,
  beginRebuild,
  claimRebuilds,
  freshOf,
  noteFailure,
  putInPlace,
} from "./rebuild-state.ts";
import { wakeFollowers } from "./wake.ts";

/** A batch's transaction holds every follower of the log back while it writes: its size is fitted to this long. */
const BATCH_MS = 100;
const BATCH = { first: 1_000, min: 400, max: 2_000 };
/** Transactions at a time; the pool is shared with those who follow the log. */
const LANES = 3;
/** Batches that do not concern a projection, after which its cursor is stored all the same: from there a stopped rebuild goes on. */
const STORED_EVERY = 20;
/** What the swap itself may still have to fold. */
const MAX_LEFT_TO_SWAP = 500;
/** Readers that do not let the swap in: tried again after about so long, for so long. */
const RETRY_MS = 100;
const PATIENCE_MS = 10 * 60_000;

export interface RebuildProgress {
  /** What happens now; `swapping` is said within the swap's transaction, at its beginning and before its end. */
  phase: "folding" | "settling" | "comparing" | "swapping" | "swapped";
  /** Events folded so far, of `total` that the log held at the start. */
  done: number;
  total: number;
}

export interface Rebuilt {
  name: string;
  /** Events folded, those of an earlier rebuild that it went on from among them. */
  events: number;
  resumed: boolean;
  compared: Comparison[];
}

/**
 * Rebuilds projections while their readers read on; goes on where an earlier rebuild has stopped, unless `anew`. Reactions have no
 * rebuild: no mail or refund happens here. A projection that is parked goes on after it: what could not be taken before has
 * been. Needs no more than the runtime's role. Throws `AlreadyRebuilding`, what a fold throws, or the signal's reason; the same call
 * goes on from there.
 */
export async function rebuildProjections(
  sql: Sql,
  projections: readonly Projection[],
  options: {
    onProgress?: (progress: RebuildProgress) => void;
    anew?: boolean;
    signal?: AbortSignal;
  } = {},
): Promise<Rebuilt[]> {
  const { onProgress = () => undefined, anew = false, signal } = options;
  const claimed = await claimRebuilds(sql, projections);
  try {
    const building: Building[] = [];
    for (const projection of projections) building.push(await beginRebuild(sql, projection, anew));
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

/** One projection alone; answers how many events it folded. */
export async function rebuildProjection(
  sql: Sql,
  projection: Projection,
  onProgress: (progress: RebuildProgress) => void,
): Promise<number> {
  const [rebuilt] = await rebuildProjections(sql, [projection], { onProgress });
  return rebuilt?.events ?? 0;
}

function createRun(
  sql: Sql,
  building: readonly Building[],
  total: number,
  { onProgress, signal }: { onProgress(progress: RebuildProgress): void; signal: AbortSignal | undefined },
) {
  const memory = createFoldMemory();
  let size = BATCH.first;

  function tell(phase: RebuildProgress["phase"]): void {
    const done = Math.min(...building.map((one) => one.done));
    onProgress({ phase, done, total: Math.max(total, done) });
  }

  /**
   * Folds what it has not had yet, and moves its cursor with it. By stream it is folded before the transaction begins, which is the
   * shorter for it; where nothing concerns the projection there is mostly none, and its stored cursor stays behind.
   */
  async function take(one: Building, events: readonly RawEvent[]): Promise<void> {
    const { projection, cursor } = one;
    const to = events.at(-1)?.at;
    if (!to || comparePositions(to, cursor) <= 0) return;
    const isBehind = comparePositions(events[0]?.at ?? to, cursor) > 0;
    const rest = isBehind ? events : events.filter(({ at }) => comparePositions(at, cursor) > 0);
    let concerned = projection.streams === "all";
    for (const stream of projection.streams === "all" ? [] : projection.streams) {
      if ((await stepsOf(sql, stream, rest, memory)).length > 0) concerned = true;
    }
    const done = one.done + rest.length;
    if (concerned || ++one.unstored >= STORED_EVERY) {
      const began = performance.now();
      await sql.begin(async (tx) => {
        // What a crash of the server loses is folded again; the swap waits for the disk.
        await Promise.all([tx`set local synchronous_commit = off`, advance(tx, one, { cursor: to, done })]);
        if (concerned) {
          await projection.fold(tx, rest, freshOf, { ...memory, settlesLater: !one.settled });
        }
      });
      one.stored = to;
      one.unstored = 0;
      if (concerned) size = fitted(size, rest.length, performance.now() - began);
    }
    one.cursor = to;
    one.done = done;
  }

  /** Up to the log's head, as it is then. */
  async function fold(ones: readonly Building[] = building): Promise<void> {
    tell("folding");
    const lanes = createLanes(LANES);
    await conveyBatches(ones, {
      from: ones.map(({ cursor }) => cursor).reduce((a, b) => (comparePositions(a, b) < 0 ? a : b)),
      read: (after) => readAfter(sql, after, size),
      async take(one, events) {
        signal?.throwIfAborted();
        await lanes(() => take(one, events));
        tell("folding");
      },
    });
  }

  /** What is counted once over all rows; from then on batch by batch. */
  async function settle(): Promise<void> {
    for (const one of building) {
      const { projection } = one;
      if (one.settled) continue;
      tell("settling");
      await sql.begin(async (tx) => {
        await projection.settle?.(tx, freshOf);
        await tx`update projection_rebuilds set settled = true where name = ${projection.name}`;
      });
      one.settled = true;
    }
  }

  async function swap(one: Building): Promise<Rebuilt> {
    const { projection } = one;
    const patience = performance.now() + PATIENCE_MS;
    await fold([one]);
    await sql.begin((tx) => advance(tx, one, one));
    one.stored = one.cursor;
    tell("comparing");
    const compared = await compareRebuilt(sql, projection);
    for (;;) {
      signal?.throwIfAborted();
      await fold([one]);
      try {
        await sql.begin((tx) => swapIn(tx, one));
        break;
      } catch (error) {
        if (!isRefusedForNow(error)) throw error;
        if (performance.now() > patience) {
          throw new Error(`Readers of ${projection.name} have let nobody swap it for minutes`, {
            cause: error,
          });
        }
        await delay(RETRY_MS * (0.5 + Math.random()));
      }
    }
    // Whoever was woken meanwhile may have stood aside.
    await wakeFollowers(sql, [projection]);
    tell("swapped");
    return { name: projection.name, events: one.done, resumed: one.resumed, compared };
  }

  /** The live cursor first, as every follower does; then the tables, whose readers are not waited for long. */
  async function swapIn(tx: TransactionSql, one: Building): Promise<void> {
    const { projection } = one;
    const [live] = await tx<LogPosition[]>`
      select epoch, xid, position from projection_cursors where name = ${projection.name} for update`;
    if (!live) throw new Error(`No follower ${projection.name}`);
    tell("swapping");
    const events = await readAfter(tx, one.cursor, MAX_LEFT_TO_SWAP);
    const last = events.at(-1);
    if (last) {
      await advance(tx, one, { cursor: last.at, done: one.done + events.length });
      await projection.fold(tx, events, freshOf);
    }
    const at = events.at(-1)?.at ?? one.cursor;
    // Nobody may read less than before: what the live rows have, these must have.
    if (events.length === MAX_LEFT_TO_SWAP || comparePositions(at, live) < 0) throw new NotYet();
    await putInPlace(tx, projection, at);
    await notifyProjected(tx, { projection: projection.name, position: at });
    tell("swapping");
    one.done += events.length;
  }

  return { fold: () => fold(), settle, swap };
}

/** The log has gone on too far to swap at once. */
class NotYet extends Error {}

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

const isRefusedForNow = (error: unknown): boolean =>
  error instanceof NotYet ||
  (error instanceof postgres.PostgresError && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(error.code));

/** How many events a transaction of the wanted length takes, going by the last one; grows by little, for the slowest's sake. */
function fitted(size: number, events: number, ms: number): number {
  const wanted = Math.round((events * BATCH_MS) / Math.max(1, ms));
  return Math.max(BATCH.min, Math.min(BATCH.max, wanted, Math.ceil(size * 1.1)));
}

/** Runs at most so many at a time, the others in their order behind them. */
function createLanes(free: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
