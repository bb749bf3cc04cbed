/** Tracks which workers are alive: a worker's row in `workers` and its locks last as long as its session and its heartbeats. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Sql } from "../../core/platform/database/database.ts";

/** How often a worker sends a heartbeat and checks the other workers. */
export const HEARTBEAT_MS = 800;
/**
 * A worker without a heartbeat for this long counts as dead: it is stopped or cut off, or its machine is down. If its session has ended, it
 * counts as dead at the next heartbeat.
 */
const ALIVE_FOR = "1800 milliseconds";
/** A session in which the server does not answer a heartbeat for this long is lost. */
const ANSWERS_WITHIN_MS = 2_000;

interface Beat {
  /** False once another worker has declared this one dead; its jobs then belong to others. */
  alive: boolean;
  /** Workers that this heartbeat found dead; their jobs are free. */
  removed: number;
  /** Whether the log has events that its followers have not processed. */
  behind: boolean;
  /** In how many milliseconds unclaimed jobs are due: at most 64 of those until after the next heartbeat; 0 for one that is due already. */
  due: readonly number[];
}

export interface Heartbeat {
  /**
   * Null if the database does not answer; the next heartbeat tries again. `inHand`: ids of the worker's jobs, if others may be locked in
   * its name.
   */
  sendHeartbeat(inHand: readonly string[] | null): Promise<Beat | null>;
  /** Closes the session of the heartbeats. */
  end(): void;
}

/**
 * Releases what is locked in these names, and removes each from the set. Throws if the database is unavailable. Other workers find out about a
 * name that has sent a heartbeat, but not soon about one that never could.
 */
export async function leaveWorkers(sql: Sql, names: Set<string>): Promise<void> {
  for (const name of names) {
    await sql`select leave_workers(${name})`;
    names.delete(name);
  }
}

/** Begins under a new name, which the job queue has made for this worker. Its session is taken from the pool and stays reserved. */
export async function beginHeartbeat(
  pgPool: pg.Pool,
  { id, followers }: { id: string; followers: readonly string[] },
): Promise<Heartbeat> {
  let session: pg.PoolClient | null = null;

  async function openSession(): Promise<pg.PoolClient> {
    const opened = await pgPool.connect();
    opened.on("error", () => drop(opened));
    return opened;
  }

  function drop(lost: pg.PoolClient): void {
    if (session !== lost) return;
    session = null;
    lost.release(true);
  }

  async function ask<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Row | undefined> {
    session ??= await openSession();
    const asked = session;
    const answered = new AbortController();
    try {
      const { rows } = await Promise.race([
        asked.query<Row>(text, values),
        delay(ANSWERS_WITHIN_MS, undefined, { signal: answered.signal }).then(() => {
          throw new Error("The database did not answer a heartbeat");
        }),
      ]);
      return rows[0];
    } catch (error) {
      drop(asked);
      throw error;
    } finally {
      answered.abort();
    }
  }

  await ask("select join_workers($1, $2)", [id, ALIVE_FOR]);
  return {
    sendHeartbeat: (inHand) =>
      ask<Beat & pg.QueryResultRow>("select * from beat($1, $2, $3, $4)", [
        id,
        ALIVE_FOR,
        followers,
        inHand,
      ]).then(
        (row) => row ?? null,
        () => null,
      ),
    end() {
      if (session) drop(session);
    },
  };
}
