/** Notes when calendar feeds are fetched: all of a minute in one statement, so that a fetch costs no write (decision 305). */
import { noteFetches } from "../../core/feed/feed-rows.ts";
import type { Log } from "../../core/log/transact.ts";
import type { Logger } from "../../core/platform/logger.ts";

const EVERY_MS = 60_000;

export interface FeedFetches {
  note(feedId: number): void;
  /** Writes what was noted so far. Throws if the database is not available; it is then written the next time. */
  flush(): Promise<void>;
  /** Writes the rest, at the end of the process. */
  stop(): Promise<void>;
}

export function createFeedFetches(core: Pick<Log, "sql" | "clock">, logger: Logger): FeedFetches {
  let noted = new Map<number, Date>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const written = noted;
    noted = new Map();
    try {
      await noteFetches(core.sql, written);
    } catch (error) {
      noted = new Map([...written, ...noted]);
      throw error;
    }
  }

  const flushOrLog = () =>
    flush().catch((error: unknown) => logger.warn({ err: error }, "fetches of feeds were not noted"));

  return {
    note(feedId) {
      noted.set(feedId, core.clock.now());
      timer ??= setTimeout(flushOrLog, EVERY_MS).unref();
    },
    flush,
    stop: flushOrLog,
  };
}
