/** Replays the log into a temporary copy of a projection: tables that only one session sees and that end with it. */
import { comparePositions, LOG_START, type LogPosition } from "../core/log/position.ts";
import { readAfter } from "../core/log/read.ts";
import type { RawEvent } from "../core/log/stream.ts";
import { createBoundedMap } from "../core/platform/bounded-map.ts";
import type { Sql, TransactionSql } from "../core/platform/database/database.ts";
import { type Folded, openBatch } from "../projections/engine/batch.ts";
import { createRebuildMemory } from "../projections/engine/memory.ts";
import { type Projection, streamsOf } from "../projections/engine/projection.ts";
import { readSetAside } from "../projections/engine/set-aside.ts";

/** A transaction that writes holds every follower back, so it has few events and is short. */
const BATCH_SIZE = 1_000;

export type ReplayProgress = (progress: { done: number; total: number }) => void;

export interface Replay {
  /** The session in which the copy exists. */
  session: Sql;
  /** The copy's table. */
  tableOf(table: string): string;
  /** Folds the events between the copy's position and `upTo`, read through `from`. */
  goOn(upTo: LogPosition, from: Sql | TransactionSql): Promise<void>;
}

const scratchOf = (table: string): string => `pg_temp.${table}`;

/** Replays a projection's events up to a log position and passes the copy to `use`. */
export function withReplayTo<Result>(
  sql: Sql,
  projection: Projection,
  { upTo, onProgress }: { upTo: LogPosition; onProgress: ReplayProgress },
  use: (replay: Replay) => Promise<Result>,
): Promise<Result> {
  return withScratch(sql, projection, async (scratch) => {
    const goOn = async (place: LogPosition, from: Sql | TransactionSql): Promise<void> => {
      const choose = (events: RawEvent[]) => events.filter(({ at }) => comparePositions(at, place) <= 0);
      await scratch.fold({ from, choose, endsThere: true, onProgress });
    };
    await goOn(upTo, sql);
    await scratch.settle();
    return use({ session: scratch.session, tableOf: scratchOf, goOn });
  });
}

/**
 * Replays all events that had been decided up to an instant (UTC) and passes the copy to `use`. The clocks of two processes may differ: if
 * an event of a stream is left out, its later events are left out too.
 */
export function withReplayAsOf<Result>(
  sql: Sql,
  projection: Projection,
  { instant, onProgress }: { instant: Date; onProgress: ReplayProgress },
  use: (replay: Pick<Replay, "session" | "tableOf">) => Promise<Result>,
): Promise<Result> {
  const ended = new Set<string>();
  const isBefore = ({ stream, occurredAt }: RawEvent): boolean => {
    if (occurredAt > instant) ended.add(stream);
    return !ended.has(stream);
  };
  return withScratch(sql, projection, async (scratch) => {
    const choose = (events: RawEvent[]) => events.filter(isBefore);
    await scratch.fold({ from: sql, choose, endsThere: false, onProgress });
    await scratch.settle();
    return use({ session: scratch.session, tableOf: scratchOf });
  });
}

interface Scratch {
  session: Sql;
  /** Reads on from the last processed event and folds the chosen events. `endsThere`: reading ends at the first that is not chosen. */
  fold(how: {
    from: Sql | TransactionSql;
    choose(events: RawEvent[]): RawEvent[];
    endsThere: boolean;
    onProgress: ReplayProgress;
  }): Promise<void>;
  settle(): Promise<void>;
}

async function withScratch<Result>(
  sql: Sql,
  projection: Projection,
  use: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const asides = (await readSetAside(sql)).filter(({ follower }) => follower === projection.name);
  const asideFrom = new Map(asides.map(({ stream, version }) => [stream, version]));
  const memory = createRebuildMemory();
  const states = createBoundedMap<string, Folded>();
  const streams = streamsOf([projection]);
  const session = await sql.reserve();
  let cursor = LOG_START;
  let done = 0;
  const isAside = ({ stream, version }: RawEvent): boolean =>
    version >= (asideFrom.get(stream) ?? Number.POSITIVE_INFINITY);

  async function take(events: readonly RawEvent[], from: Sql | TransactionSql): Promise<void> {
    const batch = await openBatch(
      from,
      events.filter((event) => !isAside(event)),
      { streams, states },
    );
    await inTransaction((tx) => projection.fold(tx, batch.without(new Set(), memory), scratchOf));
  }

  async function inTransaction(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
    await session`begin`;
    try {
      // Between begin and commit, a reserved session acts as a transaction; no code here sets savepoints.
      await work(session as unknown as TransactionSql);
      await session`commit`;
    } catch (error) {
      await session`rollback`;
      throw error;
    }
  }

  try {
    for (const table of projection.tables) {
      await session`create temp table ${session(table)} (like ${session(`public.${table}`)} including all)`;
    }
    return await use({
      session,
      async fold({ from, choose, endsThere, onProgress }) {
        const [count] = await from<{ total: number }[]>`select count(*) as total from events`;
        const total = count?.total ?? 0;
        for (let next = readAfter(from, cursor, BATCH_SIZE); ; ) {
          const events = await next;
          const last = events.at(-1);
          if (!last) return;
          next = readAfter(from, last.at, BATCH_SIZE);
          next.catch(() => undefined);
          const chosen = choose(events);
          if (chosen.length > 0) await take(chosen, from);
          cursor = chosen.at(-1)?.at ?? cursor;
          done += events.length;
          onProgress({ done: Math.min(done, total), total });
          if (endsThere && chosen.length < events.length) return;
        }
      },
      async settle() {
        memory.settlesLater = false;
        await inTransaction(async (tx) => projection.settle?.(tx, scratchOf));
      },
    });
  } finally {
    await session`discard temp`.catch(() => undefined);
    session.release();
  }
}
