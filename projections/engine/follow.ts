/** Owns following the log: a batch is read once and taken by every follower, with all their cursors, in one transaction. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import postgres from "postgres";
import { comparePositions, LOG_START, type LogPosition } from "../../core/log/position.ts";
import { readAfterWithHead } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database.ts";
import { type Folded, openBatch } from "./batch.ts";
import { type LockedCursor, lockCursors, moveCursors, park } from "./cursor.ts";
import { type Bounded, createBounded } from "./memory.ts";
import { newsOf, PROJECTED_CHANNEL } from "./notify.ts";
import { type Follower, streamsOf } from "./projection.ts";
import { setAside, tellOf, unreadableFor, whoseFault } from "./set-aside.ts";

const BATCH_SIZE = 1_000;

/** How long a run waits for events that an older transaction holds back, before it leaves them to the next. */
const HELD_BACK_DELAYS_MS = [2, 4, 8, 16, 32, 64, 128, 250, 250, 250];

/** A batch takes a second at most, and may wait for another worker's: one that has no end after so long has lost its answer. */
const BATCH_WITHIN_MS = 30_000;

/** The process's connections cannot be trusted any more; another process goes on from the cursors. */
export class BatchLost extends Error {
  override readonly name = "BatchLost";
}

/** A follower failed at a batch, which was rolled back for all. */
class TakeFailed extends Error {
  readonly follower: Follower;
  readonly events: readonly RawEvent[];
  constructor(follower: Follower, events: readonly RawEvent[], cause: unknown) {
    super(`${follower.name} could not take a batch of events`, { cause });
    this.follower = follower;
    this.events = events;
  }
}

interface Taken {
  /** How many events the batch had. */
  events: number;
  /** Where its takers have come to. */
  place: LogPosition;
  /** Whether the log goes on, seen or still held back by an older transaction. */
  more: boolean;
  /** Who may go on and is not as far as they. */
  behind: Follower[];
}

interface Taking {
  limit?: number;
  /** No event behind this place. */
  upTo?: LogPosition;
  /** Whether those who are parked try as well. */
  tryParked?: boolean;
  states: Bounded<string, Folded>;
  logger: Logger;
}

/**
 * One batch for those of the followers who have come furthest. Waits for whoever moves their cursors now; whoever has live rows of another version of
 * the code is left alone.
 */
export function takeBatch(sql: Sql, followers: readonly Follower[], taking: Taking): Promise<Taken> {
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
    // Events that come from now on bring a wake of their own.
    const { events: read, head } = await readAfterWithHead(tx, from, limit);
    const events = upTo ? read.filter(({ at }) => comparePositions(at, upTo) <= 0) : read;
    const place = events.at(-1)?.at ?? from;
    if (events.length > 0) {
      const batch = await openBatch(tx, events, { streams: streamsOf(takers), states });
      const outcomes = await Promise.allSettled(
        takers.map((one) => one.take(tx, batch.without(cursorOf(one).aside))),
      );
      throwFirst(takers, outcomes, events);
      const names = takers.map(({ name }) => name);
      const [noted] = await Promise.all([
        setAside(tx, unreadableFor(batch, takers)),
        moveCursors(tx, names, place, { channel: PROJECTED_CHANNEL, payload: newsOf(names, place) }),
      ]);
      tellOf(noted, logger);
    }
    const more = head !== null && comparePositions(head, place) > 0;
    return { events: events.length, place, more, behind };
  });
}

const later = (a: LogPosition, b: LogPosition): LogPosition => (comparePositions(a, b) < 0 ? b : a);

/** What another statement of the transaction has broken says so too; the first cause is what counts. */
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
 * Takes everything that the log has; answers whether an older transaction still hides some of what is committed. A follower that fails at a batch
 * takes it by itself, in ever smaller parts, until the one event is found that it cannot take: that stream is set aside for it, or the follower
 * parks where it is no stream's fault; everybody else goes on. Throws when the database itself is away.
 */
export async function follow(
  sql: Sql,
  followers: readonly Follower[],
  given: {
    logger: Logger;
    signal?: AbortSignal;
    tryParked?: boolean;
    states?: Bounded<string, Folded>;
  },
): Promise<{ heldBack: boolean }> {
  const { logger, signal, tryParked = false, states = createBounded() } = given;
  /** Parked in this run: they are not tried again in it. */
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

  /** Null where one of them failed: it has gone on by itself, and the others are behind it. */
  async function take(ones: readonly Follower[], how: Taking): Promise<Taken | null> {
    const ended = new AbortController();
    const lost = delay(BATCH_WITHIN_MS, undefined, { signal: ended.signal }).then(() => {
      throw new BatchLost("a batch of events was neither taken nor refused");
    });
    try {
      return await Promise.race([takeBatch(sql, ones, how), lost]);
    } catch (error) {
      await takeAlone(error, how);
      return null;
    } finally {
      ended.abort();
    }
  }

  async function takeAlone(error: unknown, how: Taking): Promise<void> {
    const fault = error instanceof TakeFailed ? whoseFault(error.cause) : "nobody";
    if (!(error instanceof TakeFailed) || fault === "nobody") throw error;
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
    if (noted.length > 0) tellOf(noted, logger);
    else {
      // Also where it fails without the stream that it is said to fail at.
      stopped.add(follower.name);
      if (await park(sql, follower, reason)) {
        logger.error({ follower: follower.name, err: cause }, "a follower parks: it misses what it needs");
      }
    }
  }
}
