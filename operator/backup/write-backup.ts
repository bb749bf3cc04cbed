/** Runs `make backup`: writes one snapshot of all sources into one file that is either complete or absent. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import {
  FUNCTIONS,
  migrationsFrom,
  productMigrations,
} from "../../core/platform/database/migration-files.ts";
import { PROJECTION_NAMES } from "../../projections/followers.ts";
import { SOURCES, undecidedTables } from "./backed-up-tables.ts";
import {
  type BackedUpTable,
  type BackupEnd,
  type BackupHeader,
  END_OF_ROWS,
  FIRST_LINE,
  HOLDERS,
  JOBS,
  trailerOf,
} from "./backup-format.ts";
import { countRows, quoted, quotedTable, rowsOf, setCopyFormats } from "./copy-rows.ts";

/** Half the time of the default level, for a few percent more bytes. */
const GZIP_LEVEL = 3;

export interface BackupOptions {
  /** Seals a secret that the database keeps, so that the file alone reveals none. */
  sealKey(purpose: string, key: string): string;
  timeZone: string;
  onProgress(done: number, total: number): void;
  warn(line: string): void;
}

export interface WrittenBackup {
  bytes: number;
  events: number;
  rows: number;
  sha256: string;
}

interface Section extends BackedUpTable {
  query: string;
}

/**
 * Writes one snapshot, which contains everything that was answered before the call. Needs the owner's connection; other sessions do not
 * have to wait. The file is written under a temporary name, flushed to disk and then renamed; a file of that name stays until then. If it
 * throws, it has written nothing under the name; it also throws if the database is a newer product's.
 */
export function writeBackup(ownerSql: Sql, file: string, options: BackupOptions): Promise<WrittenBackup> {
  return ownerSql.begin("isolation level repeatable read read only", async (tx) => {
    await setCopyFormats(tx);
    const schema = await readSchema(tx);
    for (const table of await undecidedTables(tx)) {
      options.warn(`${table} is not the product's: it is not in the backup`);
    }
    const sections = await readSections(tx);
    const total = sections.reduce((sum, { rows }) => sum + rows, 0);
    const header: BackupHeader = {
      ...(await readState(tx)),
      madeAt: new Date().toISOString(),
      schema,
      timeZone: options.timeZone,
      keys: await sealedKeys(tx, options.sealKey),
      tables: sections.map(({ name, columns, rows }) => ({ name, columns, rows })),
    };
    const written = await writeWhole(file, (handle) =>
      writeContent(
        handle,
        contentOf(tx, header, sections, (done) => options.onProgress(done, total)),
      ),
    );
    options.onProgress(total, total);
    const events = sections.find(({ name }) => name === "public.events")?.rows ?? 0;
    return { ...written, rows: total, events };
  });
}

async function* contentOf(
  tx: TransactionSql,
  header: BackupHeader,
  sections: readonly Section[],
  onProgress: (done: number) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${FIRST_LINE}\n${JSON.stringify(header)}\n`);
  let done = 0;
  for (const { query } of sections) {
    for await (const lines of rowsOf(tx, query)) {
      yield lines;
      done += countRows(lines);
      onProgress(done);
    }
    yield Buffer.from(`${END_OF_ROWS}\n`);
  }
  const end: BackupEnd = { sequences: await readSequences(tx) };
  yield Buffer.from(`${JSON.stringify(end)}\n`);
}

async function writeContent(
  handle: FileHandle,
  content: AsyncGenerator<Buffer>,
): Promise<Pick<WrittenBackup, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(content, createGzip({ level: GZIP_LEVEL, chunkSize: 1 << 18 }), async (packed) => {
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      // gzip's output consists of bytes
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    }
  });
  const sha256 = hash.digest("hex");
  const trailer = trailerOf(sha256);
  await handle.writeFile(trailer);
  return { bytes: bytes + trailer.length, sha256 };
}

/** The file contains personal data, so no other user of the machine may read it. */
async function writeWhole<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const handle = await open(unfinished, "w", 0o600);
  // Ctrl-C ends the process at once.
  const removeNow = (): void => rmSync(unfinished, { force: true });
  process.once("exit", removeNow);
  try {
    const result = await write(handle);
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
    return result;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    process.removeListener("exit", removeNow);
  }
}

async function readSchema(tx: TransactionSql): Promise<BackupHeader["schema"]> {
  const [state] = await tx<{ migrated: boolean; half: boolean }[]>`
    select to_regclass('public.schema_migrations') is not null as migrated,
      to_regnamespace('restoring') is not null as half`;
  if (!state?.migrated) throw new Error("This database contains no hub, so there is nothing to back up.");
  if (state.half) throw new Error("This database is half restored. Run make restore again first.");
  const schema = await tx<{ name: string; checksum: string }[]>`
    select name, checksum from schema_migrations where not starts_with(name, ${FUNCTIONS}) order by name`;
  const known = migrationsFrom(schema);
  const newer = schema.find(({ name }) => !known.some((migration) => migration.name === name));
  if (newer) {
    throw new Error(
      `The database has migration ${newer.name}, which this product does not know. Back it up with the product that runs on it.`,
    );
  }
  // A database that has the baseline does not need the earlier migrations' files.
  const own = new Set(productMigrations().map(({ name }) => name));
  const sinceBaseline = schema.filter(({ name }) => own.has(name));
  return [...(sinceBaseline.length > 0 ? sinceBaseline : schema)];
}

async function readState(
  tx: TransactionSql,
): Promise<Pick<BackupHeader, "server" | "followers" | "guardHours">> {
  const followers = await tx<{ name: string; epoch: number; xid: string; position: number }[]>`
    select name, epoch, xid::text as xid, position from projection_cursors
    where name <> all (${[...PROJECTION_NAMES]}) order by name`;
  const [row] = await tx<{ server: string; hours: number }[]>`
    select current_setting('server_version') as server, (select count(*) from room_hours) as hours`;
  return { server: row?.server ?? "", followers: [...followers], guardHours: row?.hours ?? 0 };
}

async function sealedKeys(
  tx: TransactionSql,
  seal: (purpose: string, key: string) => string,
): Promise<Record<string, string>> {
  const rows = await tx<{ purpose: string; key: string }[]>`select purpose, key from keys order by purpose`;
  return Object.fromEntries(rows.map(({ purpose, key }) => [purpose, seal(purpose, key)]));
}

async function readSections(tx: TransactionSql): Promise<Section[]> {
  const sections: Section[] = [];
  for (const name of SOURCES) {
    const columns = await columnsOf(tx, name);
    if (columns.length === 0) continue;
    const query = `select ${columns.map(quoted).join(", ")} from ${quotedTable(name)}`;
    sections.push({ name, columns, query, rows: await countOf(tx, query) });
  }
  for (const part of PARTS) sections.push({ ...part, rows: await countOf(tx, part.query) });
  return sections;
}

const PARTS: readonly Omit<Section, "rows">[] = [
  {
    name: HOLDERS,
    columns: ["room_id", "starts_at", "booking_id", "holder", "caller"],
    query: `
      select room_id, starts_at, booking_id, holder, caller from room_hours
      where holder is not null or caller is not null`,
  },
  {
    // Jobs that the reactions queued and that are not done yet, such as reminders of visits. A job names an event and no person.
    name: JOBS,
    columns: ["task", "payload", "queue", "run_at", "max_attempts", "key", "priority"],
    query: `
      select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where t.identifier not like 'follow:%' and t.identifier <> 'seal' and j.payload -> '_cron' is null
      order by j.id`,
  },
];

/** None if the table does not exist, because the database is an older product's. */
async function columnsOf(tx: TransactionSql, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  return rows.map(({ name }) => name);
}

async function countOf(tx: TransactionSql, query: string): Promise<number> {
  const [row] = await tx.unsafe<{ rows: number }[]>(`select count(*) as rows from (${query}) counted`);
  return row?.rows ?? 0;
}

/** Read last: sequences ignore snapshots, and numbers that were given meanwhile must count too. */
async function readSequences(tx: TransactionSql): Promise<Record<string, number>> {
  const rows = await tx<{ name: string; last: number }[]>`
    select schemaname || '.' || sequencename as name, coalesce(last_value, 0) as last from pg_sequences
    where schemaname in ('public', 'simulated_stripe') order by 1`;
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
