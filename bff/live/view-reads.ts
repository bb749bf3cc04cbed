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

/** The view does not show yet what whoever asks has seen or written: an older answer would take it back from them. */
export class ViewBehind extends Error {
  override readonly name = "ViewBehind";
}

/** Why a read went where it went. */
export type ReadReason = "current" | "behind" | "late" | "down" | "failed";

export interface ViewReads {
  /**
   * Reads views as far as whoever asks has seen the log: what `Read-After` says, else what this process has written in the last 2 s.
   * It waits until the primary's views have come so far, and as far as anybody has just written here, 2 s at most; throws `ViewBehind`
   * where a GET asks for more than they show then (`Read-After`, `atLeast`), unless they have not moved for a minute; else reads on the
   * replica where there is one and it shows that much, at once or within a moment, else on the primary. Without anything to wait for it
   * costs no question. `use` may be called twice: what fails on the replica is read on the primary. `atLeast`: what is known to be
   * there, by whomever it was written.
   */
  read<T>(
    request: IncomingMessage,
    views: readonly [ViewName, ...ViewName[]],
    use: (sql: Sql) => Promise<T>,
    atLeast?: LogPosition | null,
  ): Promise<T>;
  /** Waits until the views show what `Read-After` says, 2 s at most, and throws as `read` does; for reads whose answers are kept. */
  untilSeen(request: IncomingMessage, views: readonly ViewName[]): Promise<void>;
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

/** A view that is behind and has not moved for so long has stopped: pages then show what there is rather than nothing. */
const STOPPED_AFTER_MS = 60_000;

/** Null for who sends no position, or none that can be read. */
const seenBy = (request: IncomingMessage): LogPosition | null => parsePosition(readAfterOf(request) ?? "");

export function createViewReads(options: {
  primary: Sql;
  views: ViewPositions;
  /** Null where none is configured. */
  replica: Replica | null;
  /** Told of each read where there is a replica to choose. */
  onRead: (server: "replica" | "primary", reason: ReadReason) => void;
  logger: Logger;
  /** Milliseconds that pass, by any beginning. */
  passedMs?: () => number;
}): ViewReads {
  const { primary, views, replica, onRead, logger, passedMs = () => performance.now() } = options;
  const stands = new Map<ViewName, { position: LogPosition; since: number }>();
  let written: { position: LogPosition; at: number } | null = null;

  function writtenLately(): LogPosition | null {
    return written && performance.now() - written.at < PATIENCE_MS ? written.position : null;
  }

  /** Who sends no position may be whoever has just written here. */
  function requirementOf(request: IncomingMessage): LogPosition | null {
    const header = readAfterOf(request);
    return header === undefined ? writtenLately() : parsePosition(header);
  }

  /** Whether the view stands where it stood a minute ago; asked of one that is behind. */
  function hasStopped(view: ViewName): boolean {
    const position = views.positionOf(view);
    const stood = stands.get(view);
    if (stood && comparePositions(stood.position, position) === 0) {
      return passedMs() - stood.since > STOPPED_AFTER_MS;
    }
    stands.set(view, { position, since: passedMs() });
    return false;
  }

  function refuseBehind(viewNames: readonly ViewName[], seen: LogPosition): void {
    const behind = viewNames.filter(
      (view) => comparePositions(views.positionOf(view), seen) < 0 && !hasStopped(view),
    );
    if (behind.length > 0)
      throw new ViewBehind(`${behind.join(", ")} came no further within ${PATIENCE_MS} ms`);
  }

  /** `seen` is what must be shown; null where an older answer takes nothing back. */
  async function untilShown(
    viewNames: readonly ViewName[],
    awaited: LogPosition,
    seen: LogPosition | null,
  ): Promise<void> {
    const included = await Promise.all(viewNames.map((view) => views.untilIncluded(view, awaited)));
    if (included.includes(false) && seen !== null) refuseBehind(viewNames, seen);
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
      // The replica cannot show what the primary's views do not show yet, and of those this process is told. Also what somebody else has
      // just written here is waited for: whoever asks may have been told of it.
      const awaited = later(required, writtenLately());
      // What a write has done is done: its answer is never refused.
      const seen = request.method === "GET" ? later(seenBy(request), atLeast) : null;
      if (awaited) await untilShown(viewNames, awaited, seen);
      if (replica) {
        const names = viewNames.map(cursorNameOf);
        const isThere = () => required === null || replica.comesToShow(names, required);
        const found = await fromReplica(replica, isThere, use);
        if (found) return found.value;
      }
      return use(primary);
    },
    async untilSeen(request, viewNames) {
      const seen = seenBy(request);
      if (seen) await untilShown(viewNames, seen, seen);
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
