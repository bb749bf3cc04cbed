/** Follows the log: reads a batch once and lets every follower process it, in one transaction with all their cursors. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import postgres from "postgres";
import { comparePositions, LOG_START, type LogPosition } from "../../core/log/position.ts";
import { readAfterWithHead } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import { type BoundedMap, createBoundedMap } from "../../core/platform/bounded-map.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { type Folded, openBatch } from "./batch.ts";
import { type LockedCursor, lockCursors, moveCursors, park } from "./cursor.ts";
import { PROJECTED_CHANNEL, projectedMessage } from "./notify.ts";
import { type Follower, streamsOf } from "./projection.ts";
import { failureCause, logSetAside, setAside, unreadableFor } from "./set-aside.ts";

const BATCH_SIZE = 1_000;

/** How long a run waits for events that an older transaction holds back; after that, the next run processes them. */
const HELD_BACK_DELAYS_MS = [2, 4, 8, 16, 32, 64, 128, 250, 250, 250];

/** A batch takes at most a second and may wait for another worker's batch. One that has not ended after this time has lost its answer. */
const BATCH_WITHIN_MS = 30_000;

/** The process's connections cannot be trusted any more; another process continues from the cursors. */
export class BatchLost extends Error {
  override readonly name = "BatchLost";
}

/** A follower failed at a batch, and the batch was rolled back for all followers. */
class TakeFailed extends Error {
  readonly follower: Follower;
  readonly events: readonly RawEvent[];
  constructor(follower: Follower, events: readonly RawEvent[], cause: unknown) {
    super(`${follower.name} could not process a batch of events`, { cause });
    this.follower = follower;
    this.events = events;
  }
}

interface Taken {
  /** How many events the batch had. */
  events: number;
  /** The log position of the followers that processed it. */
  place: LogPosition;
  /** Whether the log has more events, visible or still held back by an older transaction. */
  more: boolean;
  /** The followers that may continue but are behind those. */
  behind: Follower[];
}

interface Taking {
  limit?: number;
  /** Reads no event after this position. */
  upTo?: LogPosition;
  /** Whether parked followers try as well. */
  tryParked?: boolean;
  states: BoundedMap<string, Folded>;
  logger: Logger;
}

/**
 * Processes one batch for the followers that are furthest ahead. Waits for a process that moves their cursors now. Skips followers whose
 * live rows are of another version of the code.
 */
export function processBatch(sql: Sql, followers: readonly Follower[], taking: Taking): Promise<Taken> {
  const { limit = BATCH_SIZE, upTo, tryParked = false, states, logger } = taking;
  return sql.begin(async (tx) => {
    const all = followers.map(({ name }) => name);
    const cursors = new Map((await lockCursors(tx, all)).map((cursor) => [cursor.name, cursor]));
    const cursorOf = ({ name }: Follower): LockedCursor => {
      const cursor = cursors.get(name);
      if (!cursor) throw new Error(`No follower ${name}`);
      return cursor;
    };
    const ready = followers.filter((one) => {
      const { version, isParked } = cursorOf(one);
      return version === one.version && (tryParked || !isParked);
    });
    const from = ready.map((one) => cursorOf(one).at).reduce(later, LOG_START);
    const takers = ready.filter((one) => comparePositions(cursorOf(one).at, from) === 0);
    const behind = ready.filter((one) => !takers.includes(one));
    if (takers.length === 0) return { events: 0, place: from, more: false, behind };
    // Each later event sends a wake of its own.
    const { events: read, head } = await readAfterWithHead(tx, from, limit);
    const events = upTo ? read.filter(({ at }) => comparePositions(at, upTo) <= 0) : read;
    const place = events.at(-1)?.at ?? from;
    if (events.length > 0) {
      const batch = await openBatch(tx, events, { streams: streamsOf(takers), states });
      const outcomes = await Promise.allSettled(
        takers.map((one) => one.process(tx, batch.without(cursorOf(one).aside))),
      );
      throwFirst(takers, outcomes, events);
      const names = takers.map(({ name }) => name);
      const [noted] = await Promise.all([
        setAside(tx, unreadableFor(batch, takers)),
        moveCursors(tx, names, place, {
          channel: PROJECTED_CHANNEL,
          payload: projectedMessage(names, place),
        }),
      ]);
      logSetAside(noted, logger);
    }
    const more = head !== null && comparePositions(head, place) > 0;
    return { events: events.length, place, more, behind };
  });
}

const later = (a: LogPosition, b: LogPosition): LogPosition => (comparePositions(a, b) < 0 ? b : a);

/** Other statements that the failed transaction broke fail too; only the first cause counts. */
const IN_FAILED_TRANSACTION = "25P02";

function throwFirst(
  takers: readonly Follower[],
  outcomes: readonly PromiseSettledResult<void>[],
  events: readonly RawEvent[],
): void {
  const failed = takers.flatMap((follower, n) => {
    const outcome = outcomes[n];
    return outcome?.status === "rejected" ? [{ follower, cause: outcome.reason as unknown }] : [];
  });
  const isOthersFault = (cause: unknown): boolean =>
    cause instanceof postgres.PostgresError && cause.code === IN_FAILED_TRANSACTION;
  const culprit = failed.find(({ cause }) => !isOthersFault(cause)) ?? failed[0];
  if (culprit) throw new TakeFailed(culprit.follower, events, culprit.cause);
}

/**
 * Processes everything in the log; returns whether an older transaction still hides some committed events. A follower that fails at a batch
 * processes it alone, in smaller and smaller parts, until the failing event is found. The stream of that event is set aside for this
 * follower; if no stream is at fault, the follower parks. All other followers continue. Throws if the database itself is unavailable.
 */
export async function follow(
  sql: Sql,
  followers: readonly Follower[],
  given: {
    logger: Logger;
    signal?: AbortSignal;
    tryParked?: boolean;
    states?: BoundedMap<string, Folded>;
  },
): Promise<{ heldBack: boolean }> {
  const { logger, signal, tryParked = false, states = createBoundedMap() } = given;
  /** Followers that parked in this run; the run does not retry them. */
  const stopped = new Set<string>();
  let waits = 0;
  while (!signal?.aborted) {
    const going = followers.filter(({ name }) => !stopped.has(name));
    const taken = await take(going, { states, logger, tryParked });
    if (!taken) continue;
    if (taken.events > 0) waits = 0;
    if (taken.events > 0 && taken.more) continue;
    if (taken.behind.length > 0) {
      await take(taken.behind, { states, logger, tryParked, upTo: taken.place });
      continue;
    }
    if (!taken.more) return { heldBack: false };
    const wait = HELD_BACK_DELAYS_MS[waits++];
    if (wait === undefined) return { heldBack: true };
    await delay(wait);
  }
  return { heldBack: false };

  /** Null if one of the followers failed: it has continued alone, and the others are behind it. */
  async function take(ones: readonly Follower[], how: Taking): Promise<Taken | null> {
    const ended = new AbortController();
    const lost = delay(BATCH_WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
      throw new BatchLost("a batch of events was neither processed nor refused");
    });
    try {
      return await Promise.race([processBatch(sql, ones, how), lost]);
    } catch (error) {
      await takeAlone(error, how);
      return null;
    } finally {
      ended.abort();
    }
  }

  async function takeAlone(error: unknown, how: Taking): Promise<void> {
    const fault = error instanceof TakeFailed ? failureCause(error.cause) : "temporary";
    if (!(error instanceof TakeFailed) || fault === "temporary") throw error;
    const { follower, events, cause } = error;
    const [first, ...others] = events;
    if (!first) throw error;
    if (fault === "stream" && others.length > 0) {
      const half = Math.ceil(events.length / 2);
      for (const limit of [half, events.length - half]) {
        if (!stopped.has(follower.name)) await take([follower], { ...how, limit });
      }
      return;
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    const { stream, version } = first;
    const noted =
      fault === "stream" ? await setAside(sql, [{ follower: follower.name, stream, version, reason }]) : [];
    if (noted.length > 0) logSetAside(noted, logger);
    else {
      // Also if the stream is set aside already and the follower still fails.
      stopped.add(follower.name);
      if (await park(sql, follower, reason)) {
        logger.error(
          { follower: follower.name, err: cause },
          "a follower is parked: something other than an event is missing",
        );
      }
    }
  }
}
