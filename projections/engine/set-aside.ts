/** Manages `streams_set_aside`: the streams that a follower cannot process, from which version and why, and resuming them. */
import type { Logger } from "pino";
import postgres from "postgres";
import { comparePositions } from "../../core/log/position.ts";
import { readRawStream } from "../../core/log/read.ts";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { isDatabaseUnavailable } from "../../core/platform/database/database-errors.ts";
import { type OpenedBatch, openBatch } from "./batch.ts";
import { lockCursors, moveCursors } from "./cursor.ts";
import { PROJECTED_CHANNEL, projectedMessage } from "./notify.ts";
import { type Follower, streamsOf } from "./projection.ts";
import { JobContended } from "./wake-followers.ts";

/** A stream that a follower does not process from `version` on. */
export interface SetAsideStream {
  follower: string;
  stream: string;
  version: number;
  reason: string;
}

/** Classes of PostgreSQL's error codes for lost races, locks and operator actions. The same statement may succeed a little later. */
const PASSING = new Set(["40", "55", "57"]);
/** Classes for data that does not fit or breaks a constraint. Only these server errors are caused by the content of an event. */
const ABOUT_DATA = new Set(["22", "23"]);

/** The cause of a follower's failure; `temporary`: a condition that passes. */
export function failureCause(cause: unknown): "stream" | "follower" | "temporary" {
  if (isDatabaseUnavailable(cause) || cause instanceof JobContended) return "temporary";
  if (!(cause instanceof postgres.PostgresError)) return "stream";
  const kind = cause.code.slice(0, 2);
  if (PASSING.has(kind)) return "temporary";
  return ABOUT_DATA.has(kind) ? "stream" : "follower";
}

/** The streams of a batch that its followers have subscribed to and that cannot be read. */
export function unreadableFor(
  { unreadable }: OpenedBatch,
  followers: readonly Pick<Follower, "name" | "streams">[],
): SetAsideStream[] {
  return [...unreadable.values()].flatMap(({ stream, category, version, reason }) =>
    followers
      .filter(({ streams }) => streams !== "all" && streams.some((one) => one.category === category))
      .map(({ name }) => ({ follower: name, stream, version, reason })),
  );
}

/** Records the streams; those already recorded stay as they are. Returns the new ones. `rebuild`: for the tables that a rebuild fills. */
export async function setAside(
  sql: Sql | TransactionSql,
  asides: readonly SetAsideStream[],
  { rebuild }: { rebuild: boolean } = { rebuild: false },
): Promise<SetAsideStream[]> {
  if (asides.length === 0) return [];
  const noted = await sql<SetAsideStream[]>`
    insert into streams_set_aside (follower, stream, rebuild, since_version, reason)
    select follower, stream, ${rebuild}, version, reason
    from jsonb_to_recordset(${sql.json(asides as never)}) as a (follower text, stream text, version int, reason text)
    on conflict do nothing returning follower, stream, since_version as version, reason`;
  return [...noted];
}

export function logSetAside(asides: readonly SetAsideStream[], logger: Logger): void {
  for (const { stream, version, reason } of new Map(asides.map((aside) => [aside.stream, aside])).values()) {
    const followers = asides.filter((aside) => aside.stream === stream).map(({ follower }) => follower);
    logger.error(
      { stream, version, followers, reason },
      "a stream cannot be processed; only this stream is set aside",
    );
  }
}

export interface StoredSetAsideStream extends SetAsideStream {
  since: Date;
}

/** All streams that are set aside for the live tables, by stream. */
export async function readSetAside(sql: Sql): Promise<StoredSetAsideStream[]> {
  return sql<StoredSetAsideStream[]>`
    select follower, stream, since_version as version, reason, set_aside_at as since
    from streams_set_aside where not rebuild order by stream, follower`;
}

/**
 * Tries to resume this stream, or all streams, from the version where each was set aside; returns the resumed ones. A stream that fails
 * again stays set aside, from the event at which it now fails. Followers whose live rows are of another version are skipped.
 */
export async function resumeStreams(
  sql: Sql,
  followers: readonly Follower[],
  stream: string | null = null,
): Promise<SetAsideStream[]> {
  const asides = await readSetAside(sql);
  const resumed: SetAsideStream[] = [];
  for (const aside of asides) {
    const follower = followers.find(({ name }) => name === aside.follower);
    if (!follower || (stream !== null && aside.stream !== stream)) continue;
    if (await takeUp(sql, follower, aside)) resumed.push(aside);
  }
  return resumed;
}

async function takeUp(sql: Sql, follower: Follower, { stream, version }: SetAsideStream): Promise<boolean> {
  try {
    return await sql.begin(async (tx) => {
      const [cursor] = await lockCursors(tx, [follower.name]);
      if (!cursor || cursor.version !== follower.version) return false;
      const missed = (await readRawStream(tx, stream)).filter(
        (event) => event.version >= version && comparePositions(event.at, cursor.at) <= 0,
      );
      const batch = await openBatch(tx, missed, {
        streams: streamsOf([follower]),
        states: createBoundedMap(),
      });
      await follower.process(tx, batch);
      const [stuck] = unreadableFor(batch, [follower]);
      if (stuck) {
        await tx`
          update streams_set_aside set since_version = ${stuck.version}, reason = ${stuck.reason}
          where follower = ${follower.name} and stream = ${stream} and not rebuild`;
      } else {
        await tx`
          delete from streams_set_aside where follower = ${follower.name} and stream = ${stream} and not rebuild`;
      }
      const news = { channel: PROJECTED_CHANNEL, payload: projectedMessage([follower.name], cursor.at) };
      await moveCursors(tx, [follower.name], cursor.at, news);
      return !stuck;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await sql`
      update streams_set_aside set reason = ${reason}
      where follower = ${follower.name} and stream = ${stream} and not rebuild`;
    return false;
  }
}
