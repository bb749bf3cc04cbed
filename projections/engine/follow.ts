/** Owns following the log: a batch is read once and taken by every follower, with all their cursors, in one transaction. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import postgres from "postgres";
import { comparePositions, LOG_START, type LogPosition } from "../../core/log/position.ts";
import { readAfterWithHead, readHead } from "../../core/log/read.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database.ts";
import { type Folded, openBatch } from "./batch.ts";
import { type LockedCursor, lockCursors, moveCursors, park } from "./cursor.ts";
import { type Bounded, createBounded } from "./memory.ts";
import { newsOf, PROJECTED_CHANNEL } from "./notify.ts";
import { type Follower, streamsOf } from "./projection.ts";
import { type Aside, setAside, tellOf, unreadableFor, whoseFault } from "./set-aside.ts";

const BATCH_SIZE = 1_000;

/** How long a run waits for events that an older transaction holds back, before it leaves them to the next. */
const HELD_BACK_DELAYS_MS = [2, 4, 8, 16, 32, 64, 128, 250, 250, 250];

/** How long to wait before an event that a follower failed at is tried again; then its stream is set aside. The others go on meanwhile. */
const RETRY_DELAYS_MS = [50, 200];

/** A follower failed at a batch, which was rolled back for all. `event`: its first, and of a batch of one the culprit. */
class TakeFailed extends Error {
  readonly follower: Follower;
  readonly event: RawEvent;
  constructor(follower: Follower, event: RawEvent, cause: unknown) {
    super(`${follower.name} could not take a batch of events`, { cause });
    this.follower = follower;
    this.event = event;
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
  /** Whose live rows are of a newer version than this code's. */
  outdated: { name: string; live: number }[];
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

/** One batch for those of the followers who have come furthest. Waits for whoever moves their cursors now. */
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
    const outdated = followers
      .map((one) => ({ name: one.name, live: cursorOf(one).version, own: one.version }))
      .filter(({ live, own }) => live > own);
    const from = ready.map((one) => cursorOf(one).at).reduce(later, LOG_START);
    const takers = ready.filter((one) => comparePositions(cursorOf(one).at, from) === 0);
    const behind = ready.filter((one) => !takers.includes(one));
    if (takers.length === 0) {
      return { events: 0, place: (await readHead(tx)) ?? LOG_START, more: false, behind, outdated };
    }
    // Events that come from now on bring a wake of their own.
    const { events: read, head } = await readAfterWithHead(tx, from, limit);
    const events = upTo ? read.filter(({ at }) => comparePositions(at, upTo) <= 0) : read;
    const [first] = events;
    const place = events.at(-1)?.at ?? from;
    if (first) {
      const batch = await openBatch(tx, events, { streams: streamsOf(takers), states });
      const outcomes = await Promise.allSettled(
        takers.map((one) => one.take(tx, batch.without(cursorOf(one).aside))),
      );
      throwFirst(takers, outcomes, first);
      const names = takers.map(({ name }) => name);
      const [noted] = await Promise.all([
        setAside(tx, unreadableFor(batch, takers)),
        moveCursors(tx, names, place, { channel: PROJECTED_CHANNEL, payload: newsOf(names, place) }),
      ]);
      tellOf(noted, logger);
    }
    const more = head !== null && comparePositions(head, place) > 0;
    return { events: events.length, place, more, behind, outdated };
  });
}

const later = (a: LogPosition, b: LogPosition): LogPosition => (comparePositions(a, b) < 0 ? b : a);

/** What another statement of the transaction has broken says so too; the first cause is what counts. */
const IN_FAILED_TRANSACTION = "25P02";

function throwFirst(
  takers: readonly Follower[],
  outcomes: readonly PromiseSettledResult<void>[],
  first: RawEvent,
): void {
  const failed = outcomes.flatMap((outcome, n) => {
    const follower = takers[n];
    return outcome.status === "rejected" && follower ? [{ follower, cause: outcome.reason as unknown }] : [];
  });
  const isOthersFault = (cause: unknown): boolean =>
    cause instanceof postgres.PostgresError && cause.code === IN_FAILED_TRANSACTION;
  const culprit = failed.find(({ cause }) => !isOthersFault(cause)) ?? failed[0];
  if (culprit) throw new TakeFailed(culprit.follower, first, culprit.cause);
}

export interface Followed {
  /** Whether an older transaction still hides some of what is committed. */
  heldBack: boolean;
  outdated: Taken["outdated"];
}

/**
 * Takes everything that the log has. A follower that fails at a batch goes on by itself, in ever smaller batches, until the one event is found
 * that it cannot take: that stream is set aside for it, or the follower parks where it is no stream's fault; everybody else goes on. Throws when the
 * database itself is away.
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
): Promise<Followed> {
  const { logger, signal, tryParked = false, states = createBounded() } = given;
  const taking = { states, logger, tryParked };
  const troubled = new Map<string, Trouble>();
  let waits = 0;
  for (;;) {
    const calm = followers.filter(({ name }) => !troubled.has(name));
    const taken = await takeOrTrouble(calm, taking);
    if (!taken) continue;
    if (signal?.aborted) return { heldBack: false, outdated: taken.outdated };
    if (taken.events > 0) waits = 0;
    if (taken.events > 0 && taken.more) continue;
    if (taken.behind.length > 0) {
      await takeOrTrouble(taken.behind, { ...taking, upTo: taken.place });
      continue;
    }
    const pause = await takeTroubled(taken.place);
    if (pause === 0) continue;
    const wait = taken.more ? HELD_BACK_DELAYS_MS[waits++] : undefined;
    if (pause === null && wait === undefined) return { heldBack: taken.more, outdated: taken.outdated };
    await delay(Math.min(pause ?? Number.POSITIVE_INFINITY, wait ?? Number.POSITIVE_INFINITY));
  }

  async function takeOrTrouble(ones: readonly Follower[], how: Taking): Promise<Taken | null> {
    try {
      return await takeBatch(sql, ones, how);
    } catch (error) {
      const { follower } = failureOf(error);
      troubled.set(follower.name, { follower, limit: Math.floor(BATCH_SIZE / 2), failures: 0, notBefore: 0 });
      return null;
    }
  }

  /** One batch for each that follows by itself. Answers in how many milliseconds somebody is to be tried again; null where nobody is. */
  async function takeTroubled(upTo: LogPosition): Promise<number | null> {
    let soonest: number | null = null;
    for (const trouble of troubled.values()) {
      const wait = trouble.notBefore - performance.now();
      if (wait <= 0) await takeAlone(trouble, upTo);
      if (!troubled.has(trouble.follower.name)) continue;
      const next = Math.max(0, trouble.notBefore - performance.now());
      soonest = Math.min(soonest ?? next, next);
    }
    return soonest;
  }

  async function takeAlone(trouble: Trouble, upTo: LogPosition): Promise<void> {
    const { follower, limit } = trouble;
    try {
      const { events, place } = await takeBatch(sql, [follower], { ...taking, limit, upTo });
      trouble.failures = 0;
      trouble.limit = Math.min(BATCH_SIZE, limit * 2);
      if (events === 0 || comparePositions(place, upTo) >= 0) troubled.delete(follower.name);
    } catch (error) {
      const { event, cause } = failureOf(error);
      if (limit > 1) trouble.limit = Math.floor(limit / 2);
      else if (whoseFault(cause) === "follower") {
        troubled.delete(follower.name);
        await parkBecause(follower, cause);
      } else {
        const wait = RETRY_DELAYS_MS[trouble.failures++];
        if (wait !== undefined) trouble.notBefore = performance.now() + wait;
        else if (!(await setAsideAt(follower, event, cause))) {
          // It fails without that stream as well.
          troubled.delete(follower.name);
          await parkBecause(follower, cause);
        }
      }
    }
  }

  async function parkBecause(follower: Follower, cause: unknown): Promise<void> {
    if (await park(sql, follower, messageOf(cause))) {
      logger.error(
        { follower: follower.name, err: cause },
        "a follower parks: what it needs to go on is missing",
      );
    }
  }

  async function setAsideAt(
    { name }: Follower,
    { stream, version }: RawEvent,
    cause: unknown,
  ): Promise<boolean> {
    const aside: Aside = { follower: name, stream, version, reason: messageOf(cause) };
    const noted = await setAside(sql, [aside]);
    tellOf(noted, logger);
    return noted.length > 0;
  }
}

/** A follower that has failed at a batch. */
interface Trouble {
  follower: Follower;
  limit: number;
  /** At one event. */
  failures: number;
  notBefore: number;
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Throws what is nobody's doing: a database that is away, a deadlock, a lock that was waited for too long. */
function failureOf(error: unknown): TakeFailed {
  if (error instanceof TakeFailed && whoseFault(error.cause) !== "nobody") return error;
  throw error;
}
