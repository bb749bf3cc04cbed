/** Stores the progress of a rebuild so that another process can continue it: its claim, its cursor, and its tables beside the live ones. */
import { LOG_START, type LogPosition } from "../../core/log/position.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { createRebuildMemory, type RebuildMemory } from "./memory.ts";
import type { Projection } from "./projection.ts";

/** Another process is rebuilding this projection now. */
export class AlreadyRebuilding extends Error {
  override readonly name = "AlreadyRebuilding";
  constructor(projection: string) {
    super(`${projection} is being rebuilt by another command or worker`);
  }
}

/** The progress of a projection's rebuild; changed only after its transaction has committed. */
export interface RebuildState {
  readonly projection: Projection;
  cursor: LogPosition;
  /** The cursor in the database. It may be behind `cursor`, but only by events that do not concern the projection. */
  stored: LogPosition;
  /** How many batches ago the cursor was stored. */
  unstored: number;
  /** The duration of the last batch. */
  tookMs: number;
  /** Events folded so far. */
  done: number;
  settled: boolean;
  /** Whether it continues an earlier rebuild. */
  readonly resumed: boolean;
  /** Streams that only the rebuild could not process. */
  readonly aside: Set<string>;
  readonly memory: RebuildMemory;
}

/** The table that a rebuild fills. */
export const rebuildTableOf = (table: string): string => `rebuild.${table}`;

/**
 * Claims the projections until `release` is called or the process ends: PostgreSQL releases the locks of a session that has ended. Throws
 * `AlreadyRebuilding`.
 */
export async function claimRebuilds(
  sql: Sql,
  projections: readonly Projection[],
): Promise<{ release(): Promise<void> }> {
  const session = await sql.reserve();
  const release = async (): Promise<void> => {
    await session`select pg_advisory_unlock_all()`.catch(() => undefined);
    session.release();
  };
  for (const { name } of projections) {
    const [claimed] = await session<{ mine: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${`rebuild:${name}`}, 0)) as mine`;
    if (claimed?.mine) continue;
    await release();
    throw new AlreadyRebuilding(name);
  }
  return { release };
}

/** Continues an earlier rebuild of the same version unless its tables were declared differently; otherwise begins with empty tables. */
export async function beginRebuild(
  sql: Sql,
  projection: Projection,
  fromStart: boolean,
): Promise<RebuildState> {
  const { name, version } = projection;
  const tables = [...projection.tables];
  return sql.begin(async (tx) => {
    const [left] = await tx<(LogPosition & { done: number; settled: boolean })[]>`
      select epoch, xid, position, done, settled from projection_rebuilds
      where name = ${name} and version = ${version} and shape = shape_of(${tables}) and not ${fromStart}
        and not exists (
          select from unnest(${tables}::text[]) as needed (view) where to_regclass('rebuild.' || quote_ident(view)) is null)`;
    if (!left) {
      await tx`select begin_rebuild(${tables})`;
      await tx`delete from projection_rebuilds where name = ${name}`;
      await tx`delete from streams_set_aside where follower = ${name} and rebuild`;
      await tx`insert into projection_rebuilds (name, version, shape) values (${name}, ${version}, shape_of(${tables}))`;
    }
    const { done, settled, ...cursor } = left ?? { done: 0, settled: false, ...LOG_START };
    const aside = await tx<{ stream: string }[]>`
      select stream from streams_set_aside where follower = ${name} and rebuild`;
    return {
      projection,
      cursor,
      stored: cursor,
      unstored: 0,
      tookMs: 0,
      done,
      settled,
      resumed: left !== undefined,
      aside: new Set(aside.map(({ stream }) => stream)),
      memory: createRebuildMemory(),
    };
  });
}

/** Moves the stored cursor of a rebuild and locks it until the transaction ends. Throws if another process has moved it. */
export async function advance(
  tx: TransactionSql,
  { projection, stored }: RebuildState,
  to: { cursor: LogPosition; done: number },
): Promise<void> {
  const moved = await tx`
    update projection_rebuilds
    set epoch = ${to.cursor.epoch}, xid = ${String(to.cursor.xid)}::xid8, position = ${to.cursor.position},
      done = ${to.done}, error = null, updated_at = now()
    where name = ${projection.name} and version = ${projection.version}
      and (epoch, xid, position) = (${stored.epoch}, ${String(stored.xid)}::xid8, ${stored.position})`;
  if (moved.count !== 1) throw new AlreadyRebuilding(projection.name);
}

/** Replaces the live tables with the rebuilt ones, with cursor, version and notification, all in the caller's transaction. */
export async function swapTables(
  tx: TransactionSql,
  { name, version, tables }: Projection,
  at: LogPosition,
): Promise<void> {
  await tx`select swap_rebuilt(${[...tables]})`;
  await tx`
    update projection_cursors
    set epoch = ${at.epoch}, xid = ${String(at.xid)}::xid8, position = ${at.position}, version = ${version},
      updated_at = now(), state = 'running', parked_error = null, parked_at = null
    where name = ${name}`;
  await tx`delete from streams_set_aside where follower = ${name} and not rebuild`;
  await tx`update streams_set_aside set rebuild = false where follower = ${name}`;
  await tx`delete from projection_rebuilds where name = ${name}`;
}

/** Records with the rebuild why it has stopped. */
export async function noteFailure(sql: Sql, names: readonly string[], reason: string): Promise<void> {
  await sql`update projection_rebuilds set error = ${reason}, updated_at = now() where name = any (${[...names]})`;
}
