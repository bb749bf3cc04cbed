/** Limits what single appends cost others: only a few run at a time, and an append that meets a lock waits for it without a connection. */
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import type { Sql } from "../platform/database/database.ts";
import { LockTimeout } from "../platform/database/database-errors.ts";

/** Of a pool's connections; the others are for readers and for the batch. */
const AT_ONCE = 4;
/** The time from the first try to the last. The database itself ends a try that waits 100 ms for a lock (`append_events`). */
const PATIENCE_MS = 5_000;
const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

const LOCK_NOT_AVAILABLE = "55P03";

type Turns = (() => void)[];

interface Lane {
  running: number;
  /** Appends that have met no lock yet precede those that have: most of them meet none. */
  fresh: Turns;
  again: Turns;
}

/** Each pool has its own lane, as it has its own connections. */
const lanes = new WeakMap<Sql, Lane>();

/** Runs a single append in its turn, and again while what it needs is locked. Throws `LockedTooLong` after 5 s, with nothing written. */
export async function runInLane<Result>(sql: Sql, statement: () => Promise<Result>): Promise<Result> {
  const lane = lanes.get(sql) ?? { running: 0, fresh: [], again: [] };
  lanes.set(sql, lane);
  const until = performance.now() + PATIENCE_MS;
  let turns = lane.fresh;
  for (let pauseMs = SHORTEST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await inTurn(lane, turns, statement);
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() + pauseMs > until) throw new LockTimeout(error);
    }
    await delay(pauseMs);
    turns = lane.again;
  }
}

async function inTurn<Result>(lane: Lane, turns: Turns, statement: () => Promise<Result>): Promise<Result> {
  if (lane.running < AT_ONCE) lane.running += 1;
  else await new Promise<void>((resolve) => turns.push(resolve));
  try {
    return await statement();
  } finally {
    // The next one takes this one's place, so `running` stays the same.
    const next = lane.fresh.shift() ?? lane.again.shift();
    if (next) next();
    else lane.running -= 1;
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE;
