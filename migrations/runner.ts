/** Brings a database to the product's schema: applies SQL files once, functions when they change, and the job queue's own tables. */
import { Logger as QuietLogger, runMigrations } from "graphile-worker";
import { readDatabaseAddress, writeDatabaseAddress } from "../core/platform/config/database-address.ts";
import { openPgPool, POOL_MAX, type Sql, withSql } from "../core/platform/database/database.ts";
import {
  FUNCTIONS,
  type Migration,
  migrationsFrom,
  type ProductSchema,
  productSchema,
} from "../core/platform/database/migration-files.ts";

/** A number that no other program uses on this database: "hub" in ASCII. */
const MIGRATION_LOCK = 0x687562;
const OLDEST_SERVER = 160_000;

export type MigrationReport = {
  /** Names of the files applied by this call, in order. */
  applied: string[];
};

/**
 * Applies what is missing, all in one transaction. Safe to call from many processes at once: one works, the others wait
 * and find nothing to do. The address must be that of the database's owner, who may create roles (or `hub_runtime` must
 * exist already and be granted to it). Throws, without having changed a table of the product, if an applied migration
 * has changed since, if one is unknown, or if a new one has a lower number than an applied one.
 */
export const migrate = (url: string, schema: ProductSchema = productSchema()): Promise<MigrationReport> =>
  withSql(url, { max: POOL_MAX.migrate, applicationName: "hub migrate" }, async (sql) => {
    await refuseOldServer(sql);
    // The end of the session releases the lock.
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await ensureRuntimeRole(sql);
    const applied = await applyFiles(sql, schema);
    await migrateJobQueue(sql, url);
    return { applied };
  });

async function refuseOldServer(sql: Sql): Promise<void> {
  const [server] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (server && server.number < OLDEST_SERVER) {
    throw new Error(`PostgreSQL ${server.version} is too old: the product needs 16 or newer`);
  }
}

/** BFF and workers run as `hub_runtime`, which is not the owner of the log's tables; the role that migrates must be able to become it. */
async function ensureRuntimeRole(sql: Sql): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'hub_runtime') then
        create role hub_runtime nologin;
      end if;
    exception when duplicate_object or unique_violation then null; -- another database of this server, at the same moment
    end $$`;
  await sql`
    do $$ begin
      if not pg_has_role(current_user, 'hub_runtime', 'set') then
        execute format('grant hub_runtime to %I', current_user);
      end if;
    end $$`;
}

async function applyFiles(sql: Sql, { migrations, functions }: ProductSchema): Promise<string[]> {
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`;
  await sql`grant select on schema_migrations to hub_runtime`;
  const recorded = await sql<
    { name: string; checksum: string }[]
  >`select name, checksum from schema_migrations`;
  const checksums = new Map(recorded.map(({ name, checksum }) => [name, checksum]));
  const names = [...checksums.keys()].filter((name) => !name.startsWith(FUNCTIONS));
  const all = migrationsFrom(recorded, migrations);
  refuseDrift(names, checksums, all);
  const changed = functions.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const missing = [...all.slice(names.length), ...changed];
  if (missing.length === 0) return [];
  await sql.begin(async (tx) => {
    for (const { name, sql: text } of missing) {
      try {
        await tx.unsafe(text);
      } catch (error) {
        throw new Error(`Migration ${name} failed: ${locate(error, text)}`, { cause: error });
      }
    }
    await tx`
      insert into schema_migrations ${tx(missing, "name", "checksum")}
      on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`;
    // If a dropped function is added again later, it is applied again.
    await tx`
      delete from schema_migrations
      where starts_with(name, ${FUNCTIONS}) and name <> all (${functions.map(({ name }) => name)})`;
  });
  return missing.map(({ name }) => name);
}

/** Refuses unless the recorded migrations are an unchanged beginning of the existing ones. */
function refuseDrift(
  recorded: readonly string[],
  checksums: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = recorded.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new Error(
      `The database has migration ${unknown}, which this product does not know: it was migrated by a newer one`,
    );
  }
  for (const [i, { name, checksum }] of migrations.entries()) {
    const applied = checksums.get(name);
    if (applied === undefined && i < recorded.length) {
      const later = migrations.slice(i).find((one) => checksums.has(one.name));
      throw new Error(
        `Migration ${name} is numbered before ${later?.name}, which is applied already; renumber it`,
      );
    }
    if (applied !== undefined && applied !== checksum) {
      throw new Error(`Migration ${name} has changed since it was applied; put a change into a new file`);
    }
  }
}

/** The queue's tables belong to the runtime role: graphile-worker protects them with row security that only their owner passes. */
async function migrateJobQueue(sql: Sql, url: string): Promise<void> {
  await sql`create schema if not exists graphile_worker authorization hub_runtime`;
  const [state] = await sql<{ installed: boolean; database: string; mayCreate: boolean }[]>`
    select to_regclass('graphile_worker.migrations') is not null as installed, current_database() as database,
      has_database_privilege('hub_runtime', current_database(), 'create') as "mayCreate"`;
  // Its installer runs `create schema if not exists`, which needs the right to create even if there is nothing to do.
  const lend = state && !state.installed && !state.mayCreate ? state.database : undefined;
  if (lend) await sql`grant create on database ${sql(lend)} to hub_runtime`;
  const pool = openPgPool(asRuntimeRole(url), { max: POOL_MAX.migrate, applicationName: "hub migrate" });
  try {
    await runMigrations({ pgPool: pool, logger: new QuietLogger(() => () => undefined) });
  } finally {
    await pool.end();
    if (lend) await sql`revoke create on database ${sql(lend)} from hub_runtime`;
  }
}

/** The owner's address for connections that set the runtime role, so that what they create belongs to that role. */
function asRuntimeRole(url: string): string {
  const address = readDatabaseAddress(url);
  address.url.searchParams.set("options", "-c role=hub_runtime");
  return writeDatabaseAddress(address);
}

/** PostgreSQL reports where a statement failed as a character offset; this turns it into a line number. */
function locate(error: unknown, text: string): string {
  if (!(error instanceof Error)) return String(error);
  const position = "position" in error ? Number(error.position) : Number.NaN;
  if (!Number.isInteger(position)) return error.message;
  return `${error.message} (line ${text.slice(0, position).split("\n").length})`;
}
