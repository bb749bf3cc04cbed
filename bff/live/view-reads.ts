/** Decides where a projection is read, so that a caller sees their own writes: the one rule for every route that reads a projection. */
import type { IncomingMessage } from "node:http";
import { comparePositions, type LogPosition, parsePosition } from "../../core/log/position.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { isDatabaseUnavailable } from "../../core/platform/database/database-errors.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { cursorNameOf, type ViewName } from "../../projections/followers.ts";
import { readAfterOf } from "../http/request-headers.ts";
import type { Replica } from "./replica.ts";
import { PATIENCE_MS, type ViewPositions } from "./view-positions.ts";

/** The projection does not show yet what the caller has seen or written; an older answer would take that back. */
export class ViewBehind extends Error {
  override readonly name = "ViewBehind";
}

/** Why a read used its server. */
export type ReadReason = "current" | "behind" | "late" | "down" | "failed";

export interface ViewReads {
  /**
   * Reads projections as far as the caller has seen the log: up to `Read-After`, otherwise up to what this process has written in the last
   * 2 s. It waits, at most 2 s, until the primary's projections have come so far, and up to the last write of any caller here. It throws
   * `ViewBehind` if a GET asks for more than they then show (`Read-After`, `atLeast`), unless they have not moved for a minute. Otherwise
   * it reads on the replica, if there is one and it shows that much at once or within a moment, or else on the primary. If there is
   * nothing to wait for, it sends no extra query. `use` may be called twice: a read that fails on the replica is repeated on the primary.
   * `atLeast`: a position that is known to be written, by any caller.
   */
  read<T>(
    request: IncomingMessage,
    views: readonly [ViewName, ...ViewName[]],
    use: (sql: Sql) => Promise<T>,
    atLeast?: LogPosition | null,
  ): Promise<T>;
  /** Waits until the projections show what `Read-After` says, at most 2 s, and throws as `read` does; for reads whose answers are kept. */
  waitUntilSeen(request: IncomingMessage, views: readonly ViewName[]): Promise<void>;
  /** The same for a read of the log itself, which the primary has without waiting. */
  readLog<T>(request: IncomingMessage, use: (sql: Sql) => Promise<T>): Promise<T>;
  /** Reads data that is then kept for all callers: never older than the projection on the primary at this moment. Waits for nothing. */
  readForCache<T>(view: ViewName, use: (sql: Sql) => Promise<T>): Promise<T>;
  /** Call it for every write of this process. */
  recordWrite(position: LogPosition): void;
}

function later(a: LogPosition | null, b: LogPosition | null): LogPosition | null {
  return a === null || (b !== null && comparePositions(a, b) < 0) ? b : a;
}

/** A projection that is behind and has not moved for this long has stopped; pages then show its old state rather than nothing. */
const STOPPED_AFTER_MS = 60_000;

/** Null if the request sends no position, or an unreadable one. */
const seenBy = (request: IncomingMessage): LogPosition | null => parsePosition(readAfterOf(request) ?? "");

export function createViewReads(options: {
  primary: Sql;
  views: ViewPositions;
  /** Null where none is configured. */
  replica: Replica | null;
  /** Called for each read where there is a replica to choose. */
  onRead: (server: "replica" | "primary", reason: ReadReason) => void;
  logger: Logger;
  /** Monotonic milliseconds, from any origin. */
  passedMs?: () => number;
}): ViewReads {
  const { primary, views, replica, onRead, logger, passedMs = () => performance.now() } = options;
  const lastMoved = new Map<ViewName, { position: LogPosition; since: number }>();
  let written: { position: LogPosition; at: number } | null = null;

  function writtenLately(): LogPosition | null {
    return written && performance.now() - written.at < PATIENCE_MS ? written.position : null;
  }

  /** A caller without a position may be the one who has just written here. */
  function requirementOf(request: IncomingMessage): LogPosition | null {
    const header = readAfterOf(request);
    return header === undefined ? writtenLately() : parsePosition(header);
  }

  /** Whether the projection has not moved for a minute; asked for one that is behind. */
  function hasStopped(view: ViewName): boolean {
    const position = views.positionOf(view);
    const known = lastMoved.get(view);
    if (known && comparePositions(known.position, position) === 0) {
      return passedMs() - known.since > STOPPED_AFTER_MS;
    }
    lastMoved.set(view, { position, since: passedMs() });
    return false;
  }

  function refuseBehind(viewNames: readonly ViewName[], seen: LogPosition): void {
    const behind = viewNames.filter(
      (view) => comparePositions(views.positionOf(view), seen) < 0 && !hasStopped(view),
    );
    if (behind.length > 0)
      throw new ViewBehind(`${behind.join(", ")} came no further within ${PATIENCE_MS} ms`);
  }

  /** `seen` is the position that must be shown; null if an older answer does no harm. */
  async function untilShown(
    viewNames: readonly ViewName[],
    awaited: LogPosition,
    seen: LogPosition | null,
  ): Promise<void> {
    const included = await Promise.all(viewNames.map((view) => views.waitUntilIncluded(view, awaited)));
    if (included.includes(false) && seen !== null) refuseBehind(viewNames, seen);
  }

  async function fromReplica<T>(
    replica: Replica,
    isThere: () => boolean | Promise<boolean>,
    use: (sql: Sql) => Promise<T>,
  ): Promise<{ value: T } | null> {
    const reason = replica.whyNotReadable() ?? ((await isThere()) ? null : "behind");
    if (reason !== null) {
      onRead("primary", reason);
      return null;
    }
    try {
      const value = await use(replica.sql());
      onRead("replica", "current");
      return { value };
    } catch (error) {
      // A recovery that removes the rows of a long read, a migration that has not arrived yet, or the server itself: read on the primary
      // instead.
      logger.warn({ err: error }, "a read failed on the replica");
      if (isDatabaseUnavailable(error)) replica.reportFailure(error);
      onRead("primary", "failed");
      return null;
    }
  }

  return {
    async read(request, viewNames, use, atLeast = null) {
      const required = later(requirementOf(request), atLeast);
      // The replica cannot show what the primary's projections do not show yet, and this process hears of those. It also waits for other
      // callers' recent writes here, since the caller may have been told of them.
      const awaited = later(required, writtenLately());
      // A write has happened: its answer is never refused.
      const seen = request.method === "GET" ? later(seenBy(request), atLeast) : null;
      if (awaited) await untilShown(viewNames, awaited, seen);
      if (replica) {
        const names = viewNames.map(cursorNameOf);
        const isThere = () => required === null || replica.waitUntilShown(names, required);
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    async waitUntilSeen(request, viewNames) {
      const seen = seenBy(request);
      if (seen) await untilShown(viewNames, seen, seen);
    },
    async readLog(request, use) {
      const required = requirementOf(request);
      if (replica) {
        const isThere = () => required === null || replica.waitForLog(required);
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    async readForCache(view, use) {
      if (replica) {
        const isThere = () => replica.shows([cursorNameOf(view)], views.positionOf(view));
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    recordWrite(position) {
      const isNewer = written === null || comparePositions(position, written.position) > 0;
      if (isNewer) written = { position, at: performance.now() };
    },
  };
}
