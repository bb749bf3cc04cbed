/** Knows how far each projection has come: NOTIFY tells this process, and a poll finds what a NOTIFY may have missed. */
import { comparePositions, LOG_START, type LogPosition, parsePosition } from "../../core/log/position.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { readPositions } from "../../projections/engine/cursor.ts";
import { PROJECTED_CHANNEL, parseProjectedMessage } from "../../projections/engine/notify.ts";
import { cursorNameOf, type ViewName } from "../../projections/followers.ts";

/** How long a read waits for a projection. */
export const PATIENCE_MS = 2_000;

/** NOTIFY tells at once; the poll finds what a half-dead connection did not. */
const REFRESH_EVERY_MS = 2_000;

export interface ViewPositions {
  positionOf(view: ViewName): LogPosition;
  /** Whether the projection has everything up to this position (`Read-After`); true for no position and for an invalid one. */
  includes(view: ViewName, readAfter: string | undefined): boolean;
  /**
   * Waits until the projection has everything up to there, at most 2 s, and answers whether it has; sends no query if it has. A position
   * beyond the log's end counts as the end.
   */
  waitUntilIncluded(view: ViewName, position: LogPosition): Promise<boolean>;
  /** Called whenever the projection has moved, and after a lost connection, since anything may have happened meanwhile. */
  onMoved(view: ViewName, listener: () => void): void;
  stop(): Promise<void>;
}

/** Listens on a connection of its own, which reconnects by itself. */
export async function followViews({ sql, logger }: { sql: Sql; logger: Logger }): Promise<ViewPositions> {
  // All three by the names of the cursors.
  const positions = new Map((await readPositions(sql)).cursors);
  const lastIncluded = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();

  const positionOf = (name: string): LogPosition => positions.get(name) ?? LOG_START;
  const isBehind = (name: string, place: LogPosition): boolean =>
    comparePositions(positionOf(name), place) < 0;

  function listenersOf(name: string): Set<() => void> {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  }

  function move(name: string, to: LogPosition): void {
    positions.set(name, to);
    for (const listener of listenersOf(name)) listener();
  }

  /** Asks the database how far the projections have come; answers where the log ends. */
  async function refresh(): Promise<LogPosition> {
    const known = new Map(positions);
    const { cursors, head } = await readPositions(sql);
    for (const [name, found] of cursors) {
      if (comparePositions(found, known.get(name) ?? LOG_START) < 0) {
        // A failover that lost the last transactions takes the projection back; this process follows it.
        lastIncluded.delete(name);
        move(name, found);
      } else if (isBehind(name, found)) move(name, found);
    }
    return head;
  }

  const refreshQuietly = () =>
    refresh().catch((error: unknown) =>
      logger.warn({ err: error }, "the positions of the projections could not be read"),
    );

  async function until(name: string, place: LogPosition): Promise<boolean> {
    if (!isBehind(name, place)) return true;
    await new Promise<void>((resolve) => {
      const waiting = listenersOf(name);
      const end = () => {
        clearTimeout(deadline);
        waiting.delete(listener);
        resolve();
      };
      const listener = () => isBehind(name, place) || end();
      const deadline = setTimeout(end, PATIENCE_MS);
      waiting.add(listener);
    });
    return !isBehind(name, place);
  }

  function includes(view: ViewName, readAfter: string | undefined): boolean {
    const name = cursorNameOf(view);
    if (readAfter === undefined || readAfter === lastIncluded.get(name)) return true;
    const position = parsePosition(readAfter);
    if (position && isBehind(name, position)) return false;
    lastIncluded.set(name, readAfter);
    return true;
  }

  const { unlisten } = await sql.listen(
    PROJECTED_CHANNEL,
    (payload) => {
      const news = parseProjectedMessage(payload);
      if (!news) return;
      const { projections, position } = news;
      // A rebuild ends where the projection was, or a little before; the rows may still differ.
      for (const name of projections) move(name, isBehind(name, position) ? position : positionOf(name));
    },
    () => {
      for (const [name, position] of positions) move(name, position);
      refreshQuietly();
    },
  );

  const refreshing = setInterval(refreshQuietly, REFRESH_EVERY_MS);
  refreshing.unref();

  return {
    positionOf: (view) => positionOf(cursorNameOf(view)),
    includes,
    async waitUntilIncluded(view, position) {
      const name = cursorNameOf(view);
      if (!isBehind(name, position)) return true;
      const head = await refresh();
      return until(name, comparePositions(position, head) < 0 ? position : head);
    },
    onMoved: (view, listener) => void listenersOf(cursorNameOf(view)).add(listener),
    async stop() {
      clearInterval(refreshing);
      await unlisten();
    },
  };
}
