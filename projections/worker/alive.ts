/** Owns that a worker is alive or gone: its row in `workers` lasts as long as its session and its beats, and what it has locked no longer. */
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Sql } from "../../core/platform/database.ts";

/** How often a worker says that it lives, and looks after those who do not. */
export const BEAT_MS = 800;
/** Without a beat for so long a worker is taken for dead: stopped, cut off, or its machine is. One whose session has ended is so at the next beat. */
const ALIVE_FOR = "1800 milliseconds";
/** A server that does not answer a beat has lost the session. */
const ANSWERS_WITHIN_MS = 2_000;

interface Beat {
  /** False once another worker has taken this one for dead: its jobs are others' now. */
  alive: boolean;
  /** Workers that were found dead by this beat; their jobs are free. */
  removed: number;
  /** Whether the log goes on behind its followers. */
  behind: boolean;
  /** In how many milliseconds jobs are due that nobody has: 64 at most of those until after the next beat, 0 for one that waits already. */
  due: readonly number[];
}

export interface Life {
  /**
   * Null where the database does not answer; the next beat tries again. `inHand`: ids of the jobs that it has, where it may have been given others
   * and not have heard of it.
   */
  beat(inHand: readonly string[] | null): Promise<Beat | null>;
  /** Ends it: what is locked in its name is free. Throws nothing; without the database the others find out by themselves. */
  end(): Promise<void>;
}

/** Begins under a name that was never used: the job queue's for this worker. Its session comes from the pool, and stays out of it. */
export async function beginLife(
  { sql, pgPool }: { sql: Sql; pgPool: pg.Pool },
  { id, followers }: { id: string; followers: readonly string[] },
): Promise<Life> {
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
          throw new Error("The database did not answer a beat");
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
    beat: (inHand) =>
      ask<Beat & pg.QueryResultRow>("select * from beat($1, $2, $3, $4)", [
        id,
        ALIVE_FOR,
        followers,
        inHand,
      ]).then(
        (row) => row ?? null,
        () => null,
      ),
    async end() {
      if (session) drop(session);
      await sql`select leave_workers(${id})`.catch(() => undefined);
    },
  };
}
