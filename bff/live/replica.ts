/** Watches the streaming replica: which positions its projections have reached, how late it is, and whether it may be read at all. */
import { comparePositions, type LogPosition } from "../../core/log/position.ts";
import { openSql, POOL_MAX, type Sql } from "../../core/platform/database/database.ts";
import {
  type ReplicaStatus,
  readPrimaryPosition,
  readReplicaPosition,
  replicaProblem,
} from "../../core/platform/database/replica.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { readPositions } from "../../projections/engine/cursor.ts";

/** A standby cannot LISTEN, so it is polled. */
const ASK_EVERY_MS = 1_000;

/** A replica that does not answer within this time counts as unreachable. */
const PATIENCE_MS = 2_000;
const CONNECT_SECONDS = 2;

/** How long a read waits for a replica that is almost current; a read does not wait for one that is known to be later. */
const WAIT_MS = 100;
const ASK_AGAIN_MS = 10;

/** A replica that is later than this is never read, whatever the caller has seen. */
const MAX_LAG_SECONDS = 30;

/** Above this number every second sample is forgotten; the oldest one matters. */
const MAX_SAMPLES = 600;

export interface Replica {
  sql(): Sql;
  /** Why it cannot be read now; null when it may be read. */
  whyNotReadable(): "down" | "late" | null;
  /** Whether its followers of these names are known to have reached the position. Sends no query. */
  shows(names: readonly string[], position: LogPosition): boolean;
  /** Like `hasReached`, but asks it for a moment where that may help. */
  waitUntilShown(names: readonly string[], position: LogPosition): Promise<boolean>;
  /** Whether the log itself has arrived there up to the position; asks it for a moment where that may help. */
  waitForLog(position: LogPosition): Promise<boolean>;
  /** Call it for a read that failed there because the connection or the server went down. */
  reportFailure(reason: unknown): void;
  status(): ReplicaStatus;
  stop(): Promise<void>;
}

/** Resolves once it was asked for the first time: the product starts whether it is up or not. */
export async function followReplica(options: {
  primary: Sql;
  readUrl: string;
  logger: Logger;
}): Promise<Replica> {
  const { primary, readUrl, logger } = options;
  let up = false;
  let trouble: string | null = null;
  let behindBytes = 0;
  let lagSeconds = 0;
  let stopped = false;
  let positions: ReadonlyMap<string, LogPosition> = new Map();
  /** Where the primary was, and when; the first is the oldest position that the replica has not reached. */
  let samples: { at: number; written: number }[] = [];
  let asking: Promise<void> | null = null;
  let sql = open();

  function open(): Sql {
    return openSql(readUrl, {
      max: POOL_MAX.replica,
      applicationName: "hub bff reads",
      connectTimeout: CONNECT_SECONDS,
      // A server that has restarted may show less than before.
      onClose: () => {
        positions = new Map();
      },
    });
  }

  /** Reads that are running there are cut off, and repeated on the primary. */
  function goDown(reason: unknown): void {
    const why = reason instanceof Error ? reason.message : String(reason);
    if (up || trouble !== why) logger.warn({ reason: why }, "the replica is not read from");
    up = false;
    trouble = why;
    positions = new Map();
    if (stopped) return;
    const gone = sql;
    sql = open();
    void gone.end({ timeout: 0 }).catch(() => undefined);
  }

  const inTime = <T>(answer: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("it does not answer")), PATIENCE_MS);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };

  /** Requests at the same time share one query. */
  function askPositions(): Promise<void> {
    asking ??= inTime(readPositions(sql))
      .then(
        ({ cursors }) => {
          positions = cursors;
        },
        (error: unknown) => goDown(error),
      )
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  async function askPlace(): Promise<void> {
    const at = performance.now();
    // Without the primary there is nothing to compare with: the replica's last known state is used.
    const place = await inTime(readPrimaryPosition(primary)).catch(() => null);
    if (!place) return;
    samples.push({ at, written: place.written });
    if (samples.length > MAX_SAMPLES) samples = samples.filter((_, index) => index % 2 === 0);
    const lag = () => (samples[0] ? (performance.now() - samples[0].at) / 1_000 : 0);
    try {
      const replica = await inTime(readReplicaPosition(sql));
      const reason = replicaProblem(place, replica);
      if (reason !== null) throw new Error(reason);
      const replayed = replica.replayed ?? 0;
      samples = samples.filter(({ written }) => written > replayed);
      behindBytes = Math.max(0, place.written - replayed);
      lagSeconds = lag();
    } catch (error) {
      lagSeconds = lag();
      return goDown(error);
    }
    await askPositions();
    if (positions.size === 0) return;
    if (!up) logger.info({ lagSeconds }, "the replica is read from");
    up = true;
    trouble = null;
  }

  const reached = (names: readonly string[], position: LogPosition): boolean =>
    names.every((name) => {
      const at = positions.get(name);
      return at !== undefined && comparePositions(at, position) >= 0;
    });

  /** A follower has passed a position only when everything before it was committed, and the replica commits in that order. */
  const hasLogUpTo = (position: LogPosition): boolean =>
    [...positions.values()].some((at) => comparePositions(at, position) >= 0);

  async function comesTo(isThere: () => boolean): Promise<boolean> {
    if (isThere()) return true;
    if (lagSeconds * 1_000 > WAIT_MS) return false;
    const deadline = performance.now() + WAIT_MS;
    while (up && !stopped) {
      await askPositions();
      if (isThere()) return true;
      if (performance.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
    return false;
  }

  let pending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  async function keepAsking(): Promise<void> {
    await askPlace();
    if (stopped) return;
    timer = setTimeout(() => {
      pending = keepAsking();
    }, ASK_EVERY_MS);
    timer.unref();
  }
  await keepAsking();

  return {
    sql: () => sql,
    whyNotReadable: () => (up ? (lagSeconds > MAX_LAG_SECONDS ? "late" : null) : "down"),
    shows: reached,
    waitUntilShown: (names, position) => comesTo(() => reached(names, position)),
    waitForLog: (position) => comesTo(() => hasLogUpTo(position)),
    reportFailure: goDown,
    status: () => ({ up, lagSeconds, behindBytes }),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sql.end({ timeout: 1 });
      await pending;
    },
  };
}
