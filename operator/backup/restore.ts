/** Restores a checked backup into an empty database, in steps that each succeed completely or not at all; a repeated call continues. */
import { raiseEpoch } from "../../core/log/epoch.ts";
import { openSql, POOL_MAX, type Sql, type TransactionSql } from "../../core/platform/database/database.ts";
import {
  type Migration,
  migrationsFrom,
  type ProductSchema,
} from "../../core/platform/database/migration-files.ts";
import type { Projection } from "../../projections/engine/projection.ts";
import { rebuildProjections } from "../../projections/engine/rebuild.ts";
import { isEmptyDatabase } from "./backed-up-tables.ts";
import { BackupDamaged, type BackupHeader } from "./backup-format.ts";
import { countRows, fillTable, quotedTable, setCopyFormats } from "./copy-rows.ts";
import { type CheckedBackup, readTables } from "./read-backup.ts";
import { type RestoredClaims, rebuildHourClaims } from "./restored-claims.ts";
import { putHolders, putKeys, type RestoredKeys } from "./restored-keys.ts";
import { type RestoredSequences, raiseSequences } from "./restored-sequences.ts";

/** "hub rest" in ASCII: one restore at a time. */
const RESTORE_LOCK = 0x6875_6220;

/** Nothing was changed; the message says what to do. */
class RestoreRefused extends Error {
  override readonly name = "RestoreRefused";
}

export type RestoreStep = "load" | "views" | "claims";

export interface RestoreOptions {
  keys: RestoredKeys;
  /** This product's schema. */
  schema: ProductSchema;
  migrate(url: string, schema: ProductSchema): Promise<unknown>;
  /** The projections, given the restored keys. */
  projectionsWith(keys: RestoredKeys): readonly Projection[];
  onProgress(step: RestoreStep, done: number, total: number): void;
}

export interface Restored {
  /** Whether it continued a restore that was interrupted. */
  resumed: boolean;
  events: number;
  rows: number;
  epoch: number;
  sequences: RestoredSequences;
  /** Migrations that the backup did not have. */
  migrated: string[];
  views: number;
  /** Why the projections could not be built, or null. The worker then builds them and parks each one that fails. */
  viewsFailed: string | null;
  claims: RestoredClaims;
  /** The number of hour claims in the backed-up database. */
  claimedHoursBefore: number;
  jobs: number;
}

/** The migrations from the backup's schema to this product's. Throws `RestoreRefused` if it cannot restore a backup of this schema. */
export function migrationsOf(
  { schema }: BackupHeader,
  migrations: readonly Migration[],
): readonly Migration[] {
  const known = migrationsFrom(schema, migrations);
  for (const [n, { name, checksum }] of schema.entries()) {
    const own = known[n];
    if (own?.name === name && own.checksum === checksum) continue;
    throw new RestoreRefused(
      known.some((one) => one.name === name)
        ? `The backup's migration ${name} differs from this product's migration of that name. Restore it with the product that made it.`
        : `The backup was made by a newer product. This one does not know its migration ${name}. Restore it with the newer product.`,
    );
  }
  return known;
}

/**
 * Needs the owner's address of an empty database. Until the restore has ended, the schema `restoring` keeps every process of the product
 * from starting on this database; if the restore is killed, the same call continues it. Throws `RestoreRefused`, having changed nothing.
 */
export async function restoreBackup(
  ownerUrl: string,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<Restored> {
  const migrations = migrationsOf(backup.header, options.schema.migrations);
  // A separate connection for the session, since the session has the lock.
  const claim = openSql(ownerUrl, { max: 1, applicationName: "hub restore" });
  const sql = openSql(ownerUrl, { max: POOL_MAX.operator, applicationName: "hub restore" });
  try {
    const [lock] = await claim<{ mine: boolean }[]>`select pg_try_advisory_lock(${RESTORE_LOCK}) as mine`;
    if (!lock?.mine) throw new RestoreRefused("Another restore into this database is running.");
    return await restoreInto(sql, ownerUrl, backup, migrations, options);
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), claim.end({ timeout: 5 })]);
  }
}

async function restoreInto(
  sql: Sql,
  ownerUrl: string,
  backup: CheckedBackup,
  migrations: readonly Migration[],
  options: RestoreOptions,
): Promise<Restored> {
  const { header } = backup;
  const { resumed, loaded } = await begin(sql, backup);
  if (!loaded) {
    // Restores the rows into the schema that they were backed up from, so that later migrations find them as usual. Projections are built
    // last, since a migration must not remove from a read table what the events contain.
    await options.migrate(ownerUrl, { migrations: migrations.slice(0, header.schema.length), functions: [] });
    await load(sql, backup, options);
  }
  await options.migrate(ownerUrl, options.schema);
  await sql`analyze`;
  const projections = options.projectionsWith(options.keys);
  const viewsFailed = await buildViews(sql, projections, options);
  const finished = await sql.begin((tx) => finish(tx, options));
  return {
    ...finished,
    resumed,
    events: rowsOf(header, "public.events"),
    rows: header.tables.reduce((sum, { rows }) => sum + rows, 0),
    migrated: migrations.slice(header.schema.length).map(({ name }) => name),
    views: projections.length,
    viewsFailed,
    claimedHoursBefore: header.guardHours,
  };
}

const rowsOf = ({ tables }: BackupHeader, name: string): number =>
  tables.find((table) => table.name === name)?.rows ?? 0;

/** Claims an empty database for this backup, or finds that this backup has claimed it before. */
function begin(
  sql: Sql,
  { sha256 }: Pick<CheckedBackup, "sha256">,
): Promise<{ resumed: boolean; loaded: boolean }> {
  return sql.begin(async (tx) => {
    const [row] = await tx<{ exists: boolean }[]>`
      select to_regclass('restoring.state') is not null as exists`;
    if (row?.exists) {
      const [state] = await tx<
        { sha256: string; loaded: boolean }[]
      >`select sha256, loaded from restoring.state`;
      if (state?.sha256 === sha256) return { resumed: true, loaded: state.loaded };
      throw new RestoreRefused(
        "This database is half restored from another backup. Use that file, or an empty database.",
      );
    }
    if (!(await isEmptyDatabase(tx))) {
      throw new RestoreRefused(
        "The database is not empty. A restore needs an empty one: create another database, or use an empty DATA_DIR.",
      );
    }
    await tx`create schema restoring`;
    await tx`
      create table restoring.state (
        only_row boolean primary key default true check (only_row),
        sha256 text not null,
        loaded boolean not null default false,
        sequences jsonb)`;
    await tx`insert into restoring.state (sha256) values (${sha256})`;
    await tx`
      create table restoring.holders (
        room_id integer, starts_at timestamptz, booking_id bigint, holder text, caller text)`;
    await tx`
      create table restoring.jobs (
        task text, payload json, queue text, run_at timestamptz, max_attempts integer, key text, priority integer)`;
    return { resumed: false, loaded: false };
  });
}

/** Loads the file's content in one transaction; the file is not needed afterward. */
async function load(sql: Sql, backup: CheckedBackup, { keys, onProgress }: RestoreOptions): Promise<void> {
  const { header } = backup;
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  await sql.begin(async (tx) => {
    await setCopyFormats(tx);
    // Rows that the migrations inserted are in the backup too, in their later state.
    for (const { name } of header.tables.toReversed()) await tx.unsafe(`delete from ${quotedTable(name)}`);
    const end = await readTables(backup, async (table, lines) => {
      const before = done;
      await fillTable(tx, table, counted(lines));
      if (done - before !== table.rows) {
        throw new BackupDamaged(`${table.name} has ${done - before} rows where ${table.rows} were counted.`);
      }
    });
    await putKeys(tx, keys);
    for (const { name, epoch, xid, position } of header.followers) {
      await tx`
        update projection_cursors set epoch = ${epoch}, xid = ${xid}::xid8, position = ${position} where name = ${name}`;
    }
    await raiseEpoch(tx);
    await tx`update restoring.state set loaded = true, sequences = ${tx.json(end.sequences)}`;
  });

  async function* counted(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of lines) {
      yield chunk;
      done += countRows(chunk);
      onProgress("load", done, total);
    }
  }
}

/** A projection that cannot be built does not prevent bookings; its follower reports the failure. */
async function buildViews(
  sql: Sql,
  projections: readonly Projection[],
  { onProgress }: RestoreOptions,
): Promise<string | null> {
  try {
    await rebuildProjections(sql, projections, {
      onProgress: ({ done, total }) => onProgress("views", done, total),
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The last step. After it, the database has everything that was backed up. */
async function finish(
  tx: TransactionSql,
  { keys, onProgress }: RestoreOptions,
): Promise<Pick<Restored, "claims" | "jobs" | "sequences" | "epoch">> {
  const [count] = await tx<{ bookings: number }[]>`
    select count(*) as bookings from events where version = 1 and stream like 'booking-%'`;
  const claims = await rebuildHourClaims(tx, (done) => onProgress("claims", done, count?.bookings ?? done));
  await putHolders(tx, keys);
  const [queued] = await tx<{ jobs: number }[]>`
    select count(*) as jobs from restoring.jobs, graphile_worker.add_job(
      task, payload, queue, run_at, max_attempts, key, priority)`;
  const [state] = await tx<{ sequences: Record<string, number> }[]>`select sequences from restoring.state`;
  const sequences = await raiseSequences(tx, state?.sequences ?? {});
  const [log] = await tx<{ epoch: number }[]>`select epoch from log_epoch`;
  await tx`drop schema restoring cascade`;
  return { claims, jobs: queued?.jobs ?? 0, sequences, epoch: log?.epoch ?? 0 };
}
