/** Owns following the log: batch after batch, each with its cursor in one transaction, until its head; what cannot be taken parks the follower. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { comparePositions, type LogPosition } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import { type RawEvent, StreamGap, UndecodableEvent } from "../../core/log/stream.ts";
import type { Sql, TransactionSql } from "../../core/platform/database.ts";
import { isTransient } from "../../core/platform/database-errors.ts";
import { lockCursor, moveCursor, park, type Standstill } from "./cursor.ts";
import { notifyProjected } from "./notify.ts";
import type { Projection } from "./projection.ts";
import type { PacedFollower } from "./wake.ts";

const BATCH_SIZE = 1_000;

/** How long a run waits for events that an older transaction holds back, before it leaves them to the next. */
const HELD_BACK_DELAYS_MS = [2, 4, 8, 16, 32, 64, 128, 250, 250, 250];

/** How long to wait before an event that could not be taken is tried again; then the follower parks before it. */
const RETRY_DELAYS_MS = [100, 500];

/** What follows the log with a cursor of its own: a projection, or the reactions. */
export interface Follower extends PacedFollower {
  /** Of its code; 1 where none is given. Rows of another version are left alone. */
  version?: number;
  /** Takes a batch within the transaction that moves the cursor. */
  apply(tx: TransactionSql, events: readonly RawEvent[], upTo: LogPosition): Promise<void>;
}

/** A projection as a follower of the log: folds into its tables and tells the BFFs, all in the cursor's transaction. */
export function followerOf(projection: Projection): Follower {
  const { name, version, pace } = projection;
  return {
    name,
    version,
    ...(pace && { pace }),
    async apply(tx, events, upTo) {
      await projection.fold(tx, events, (table) => table);
      await notifyProjected(tx, { projection: name, position: upTo });
    },
  };
}

/** A batch that could not be taken, and its first event: of a batch of one, the culprit. */
class BatchFailed extends Error {
  readonly first: RawEvent;
  constructor(first: RawEvent, cause: unknown) {
    super("a batch of events could not be taken", { cause });
    this.first = first;
  }
}

interface Batch {
  /** How many it had. */
  events: number;
  /** Whether the log goes on, seen or still held back by an older transaction. */
  more: boolean;
  /** Why it had none, where the follower may not go on. */
  standstill?: Standstill;
}

/** One batch. Waits for whoever moves the cursor now. */
export function processBatch(sql: Sql, follower: Follower, limit = BATCH_SIZE): Promise<Batch> {
  return sql.begin(async (tx) => {
    const locked = await lockCursor(tx, follower);
    if (typeof locked === "string") return { events: 0, more: false, standstill: locked };
    const { cursor, head } = locked;
    // Events that come from now on bring a wake of their own.
    const hasMoreAfter = (place: LogPosition): boolean => comparePositions(head, place) > 0;
    if (!hasMoreAfter(cursor)) return { events: 0, more: false };
    const events = await readAfter(tx, cursor, limit);
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last) return { events: 0, more: true };
    try {
      await follower.apply(tx, events, last.at);
    } catch (error) {
      throw new BatchFailed(first, error);
    }
    await moveCursor(tx, follower.name, last.at);
    return { events: events.length, more: hasMoreAfter(last.at) };
  });
}

/** `head`: everything is taken. `held-back`: an older transaction still hides some. `parked`: resume it once it can be helped. `stands-aside`: another version of the code has the rows. */
export type FollowResult = "head" | "held-back" | "aborted" | Standstill;

/**
 * Takes everything that the log has. A batch that fails is halved until the one event is found that cannot be taken; after
 * its retries the follower parks before it, and everybody else goes on. Throws when the database itself is away.
 */
export async function follow(
  sql: Sql,
  follower: Follower,
  { logger, signal }: { logger: Logger; signal?: AbortSignal },
): Promise<FollowResult> {
  let limit = BATCH_SIZE;
  let waits = 0;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const batch = await processBatch(sql, follower, limit);
      if (batch.standstill) return batch.standstill;
      failures = 0;
      if (!batch.more) return "head";
      if (batch.events > 0) {
        waits = 0;
        limit = Math.min(BATCH_SIZE, limit * 2);
      } else {
        const wait = HELD_BACK_DELAYS_MS[waits++];
        if (wait === undefined) return "held-back";
        await delay(wait);
      }
    } catch (error) {
      if (!(error instanceof BatchFailed) || isTransient(error.cause)) throw error;
      if (limit > 1) {
        limit = Math.floor(limit / 2);
        continue;
      }
      const wait = isPermanent(error.cause) ? undefined : RETRY_DELAYS_MS[failures++];
      if (wait !== undefined) await delay(wait);
      else if (await parkAt(sql, follower, error, logger)) return "parked";
    }
  }
  return "aborted";
}

/** The same code says the same about the same event, however often it is asked. */
const isPermanent = (cause: unknown): boolean =>
  cause instanceof UndecodableEvent || cause instanceof StreamGap;

async function parkAt(
  sql: Sql,
  follower: Follower,
  { first, cause }: BatchFailed,
  logger: Logger,
): Promise<boolean> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const parked = await park(sql, follower, first, reason);
  if (parked) {
    const event = `${first.stream}@${first.version}`;
    logger.error({ follower: follower.name, event, err: cause }, "a follower parks: it cannot take an event");
  }
  return parked;
}
