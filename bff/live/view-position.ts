/** Owns how far the availability view has come, as this process knows it: told by NOTIFY, looked up where that may have been missed. */
import { comparePositions, type LogPosition, parsePosition } from "../../core/log/position.ts";
import type { Sql } from "../../core/platform/database.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { readCursor } from "../../projections/engine/cursor.ts";
import { PROJECTED_CHANNEL, readProjected } from "../../projections/engine/notify.ts";

const VIEW = "availability";

/** How long a read waits for its view (DECISIONS Running: bounded). */
const READ_AFTER_WAIT_MS = 2_000;

/** NOTIFY tells at once; this finds what a half-dead connection did not. */
const LOOK_EVERY_MS = 1_000;

export interface Projected {
  cursor(): LogPosition;
  /** Whether a read that asks for this position (`Read-After`) can be answered now; true for none and for what is none. */
  hasReached(readAfter: string | undefined): boolean;
  /** Waits until it can, at most 2 s; the read then answers with what there is. */
  reach(readAfter: string | undefined): Promise<void>;
  /** Called whenever the view has moved, and after a lost connection, since anything may have happened meanwhile. */
  onMoved(listener: () => void): void;
  stop(): Promise<void>;
}

interface Waiting {
  position: LogPosition;
  resume(): void;
}

/** Listens on a connection of its own, which reconnects by itself. */
export async function followProjected({ sql, logger }: { sql: Sql; logger: Logger }): Promise<Projected> {
  let cursor = await readCursor(sql, VIEW);
  let lastReached = "";
  const listeners: (() => void)[] = [];
  const waiting = new Set<Waiting>();

  function moved(): void {
    for (const listener of listeners) listener();
    for (const reader of waiting) {
      if (comparePositions(reader.position, cursor) <= 0) reader.resume();
    }
  }

  function advance(to: LogPosition): void {
    if (comparePositions(to, cursor) <= 0) return;
    cursor = to;
    moved();
  }

  /** After a failover that lost the last transactions, the view stands where it was before: this process goes back with it. */
  async function look(): Promise<void> {
    const known = cursor;
    const found = await readCursor(sql, VIEW);
    if (comparePositions(found, known) >= 0) return advance(found);
    cursor = found;
    lastReached = "";
    moved();
  }

  const lookQuietly = () =>
    look().catch((error: unknown) => logger.warn({ err: error }, "could not look how far the view has come"));

  const { unlisten } = await sql.listen(
    PROJECTED_CHANNEL,
    (payload) => {
      const news = readProjected(payload);
      if (news?.projection !== VIEW) return;
      // A rebuild ends where the view was, or a little before: the rows may differ all the same.
      if (comparePositions(news.position, cursor) <= 0) moved();
      else advance(news.position);
    },
    () => {
      moved();
      lookQuietly();
    },
  );

  const looking = setInterval(lookQuietly, LOOK_EVERY_MS);
  looking.unref();

  function hasReached(readAfter: string | undefined): boolean {
    if (readAfter === undefined || readAfter === lastReached) return true;
    const position = parsePosition(readAfter);
    if (position && comparePositions(position, cursor) > 0) return false;
    lastReached = readAfter;
    return true;
  }

  return {
    cursor: () => cursor,
    hasReached,
    async reach(readAfter) {
      if (hasReached(readAfter)) return;
      await look();
      const position = parsePosition(readAfter ?? "");
      if (!position || hasReached(readAfter)) return;
      await new Promise<void>((resolve) => {
        const reader: Waiting = {
          position,
          resume() {
            clearTimeout(deadline);
            waiting.delete(reader);
            resolve();
          },
        };
        const deadline = setTimeout(reader.resume, READ_AFTER_WAIT_MS);
        waiting.add(reader);
      });
    },
    onMoved: (listener) => void listeners.push(listener),
    async stop() {
      clearInterval(looking);
      for (const reader of waiting) reader.resume();
      await unlisten();
    },
  };
}
