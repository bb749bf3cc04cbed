/** Owns where a view is read, and that whoever has written reads what they wrote: the one rule for every route that reads a view. */
import type { IncomingMessage } from "node:http";
import { comparePositions, type LogPosition, parsePosition } from "../../core/log/position.ts";
import type { Sql } from "../../core/platform/database.ts";
import { isDatabaseUnavailable } from "../../core/platform/database-errors.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { cursorNameOf, type ViewName } from "../../projections/followers.ts";
import { readAfterOf } from "../http/log-position.ts";
import type { Replica } from "./replica.ts";
import { PATIENCE_MS, type ViewPositions } from "./view-positions.ts";

/** Why a read went where it went. */
export type ReadReason = "current" | "behind" | "late" | "down" | "failed";

export interface ViewReads {
  /**
   * Reads views as far as whoever asks has seen the log: what `Read-After` says, else what this process has written in the last 2 s.
   * It waits until the views have come so far, 2 s at most; then reads on the replica where there is one and it shows that much, at
   * once or within a moment, else on the primary. Without anything to wait for it costs no question. `use` may be called twice:
   * what fails on the replica is read on the primary. `atLeast`: what is known to be there, by whomever it was written.
   */
  read<T>(
    request: IncomingMessage,
    views: readonly [ViewName, ...ViewName[]],
    use: (sql: Sql) => Promise<T>,
    atLeast?: LogPosition | null,
  ): Promise<T>;
  /** The same for a read of the log itself, which the primary has without waiting. */
  readLog<T>(request: IncomingMessage, use: (sql: Sql) => Promise<T>): Promise<T>;
  /** Reads what is then kept for everybody: nothing older than the view is on the primary at this moment. Waits for nothing. */
  readToKeep<T>(view: ViewName, use: (sql: Sql) => Promise<T>): Promise<T>;
  /** Told of every write of this process. */
  wrote(position: LogPosition): void;
}

function later(a: LogPosition | null, b: LogPosition | null): LogPosition | null {
  return a === null || (b !== null && comparePositions(a, b) < 0) ? b : a;
}

export function createViewReads(options: {
  primary: Sql;
  views: ViewPositions;
  /** Null where none is configured. */
  replica: Replica | null;
  /** Told of each read where there is a replica to choose. */
  onRead: (server: "replica" | "primary", reason: ReadReason) => void;
  logger: Logger;
}): ViewReads {
  const { primary, views, replica, onRead, logger } = options;
  let written: { position: LogPosition; at: number } | null = null;

  function requirementOf(request: IncomingMessage): LogPosition | null {
    const header = readAfterOf(request);
    if (header !== undefined) return parsePosition(header);
    // Who sends no position may be whoever has just written here.
    return written && performance.now() - written.at < PATIENCE_MS ? written.position : null;
  }

  async function fromReplica<T>(
    replica: Replica,
    isThere: () => boolean | Promise<boolean>,
    use: (sql: Sql) => Promise<T>,
  ): Promise<{ value: T } | null> {
    const reason = replica.notReadable() ?? ((await isThere()) ? null : "behind");
    if (reason !== null) {
      onRead("primary", reason);
      return null;
    }
    try {
      const value = await use(replica.sql());
      onRead("replica", "current");
      return { value };
    } catch (error) {
      // A recovery that takes away the rows of a long read, a migration that is not there yet, the server itself: the primary knows.
      logger.warn({ err: error }, "a read failed on the replica");
      if (isDatabaseUnavailable(error)) replica.lost(error);
      onRead("primary", "failed");
      return null;
    }
  }

  return {
    async read(request, viewNames, use, atLeast = null) {
      const required = later(requirementOf(request), atLeast);
      // The replica cannot show what the primary's views do not show yet, and of those this process is told.
      if (required) await Promise.all(viewNames.map((view) => views.untilIncluded(view, required)));
      if (replica) {
        const names = viewNames.map(cursorNameOf);
        const isThere = () => required === null || replica.comesToShow(names, required);
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    async readLog(request, use) {
      const required = requirementOf(request);
      if (replica) {
        const isThere = () => required === null || replica.comesToHaveLogUpTo(required);
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    async readToKeep(view, use) {
      if (replica) {
        const isThere = () => replica.shows([cursorNameOf(view)], views.positionOf(view));
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    wrote(position) {
      const isNewer = written === null || comparePositions(position, written.position) > 0;
      if (isNewer) written = { position, at: performance.now() };
    },
  };
}
