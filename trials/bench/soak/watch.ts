/** Reads the figures of a product during a soak: memory and open files of its processes, connections and tables of its database. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Sql } from "../../../core/platform/database/database.ts";
import { metricsOf, openFiles, residentBytes } from "../servers/process-figures.ts";

/** The state of the product at this moment. */
export interface Look {
  figures: Record<string, number>;
  /** Seconds of processor time that the whole product with its database has used so far. */
  processor: number;
  /** Milliseconds of processor time that the same unit of work takes now: how fast the machine is. */
  yardstick: number;
}

export interface Sample extends Look {
  /** Since the load began. */
  seconds: number;
}

export const REFERENCE_HASHES = 5_000;

/** Counts processor time and not elapsed time: other processes that want the processor do not count, a slower processor does. */
function measureMachine(): number {
  const before = process.cpuUsage();
  let digest = Buffer.alloc(32);
  for (let round = 0; round < REFERENCE_HASHES; round++)
    digest = createHash("sha256").update(digest).digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

export interface TableSize {
  rows: number;
  bytes: number;
}

/** The programs whose figures are reported, by a part of their command line. */
const PROGRAMS: readonly (readonly [string, string])[] = [
  ["BFF", "dist/product.js"],
  ["worker", "dist/worker.js"],
];

/** Every descendant of this process, and the process itself. */
function family(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

/** Null for a process that has ended. */
function parentOf(pid: number): number | null {
  const status = readOrNull(`/proc/${pid}/status`);
  const parent = status && /^PPid:\s+(\d+)$/m.exec(status)?.[1];
  return parent ? Number(parent) : null;
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** The private memory of PostgreSQL's processes, without the shared buffers. */
function privateBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kilobytes = /^Anonymous:\s+(\d+) kB$/m.exec(readOrNull(`/proc/${pid}/smaps_rollup`) ?? "")?.[1];
    return sum + Number(kilobytes ?? 0) * 1_024;
  }, 0);
}

async function postmasterOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ folder: string }[]>`select current_setting('data_directory') as folder`;
  const [pid = ""] = readFileSync(`${row?.folder}/postmaster.pid`, "utf8").split("\n");
  return Number(pid);
}

/** User and kernel time of the processes of the product and the database, and of their children that have ended. */
async function processorSeconds(root: number, sql: Sql): Promise<number> {
  const pids = new Set([...family(root), ...family(await postmasterOf(sql))]);
  return [...pids].reduce((sum, pid) => {
    // utime, stime, cutime and cstime: fields 14 to 17 of proc(5), in hundredths of a second.
    const fields = readOrNull(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ").slice(11, 15) ?? [];
    return sum + fields.reduce((ticks, field) => ticks + Number(field), 0) / 100;
  }, 0);
}

interface Watched {
  /** The process that started all others. */
  root: number;
  origin: string;
  sql: Sql;
}

export const look = async (product: Watched): Promise<Look> => ({
  figures: await figuresNow(product),
  processor: await processorSeconds(product.root, product.sql),
  yardstick: measureMachine(),
});

/** All figures that must stay flat. */
async function figuresNow({ root, origin, sql }: Watched): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  const pids = family(root);
  const commands = new Map(pids.map((pid) => [pid, readOrNull(`/proc/${pid}/cmdline`) ?? ""]));
  for (const [name, file] of PROGRAMS) {
    const pid = pids.find((one) => commands.get(one)?.includes(file));
    if (pid === undefined) throw new Error(`The ${name} is not running`);
    figures[`${name}: resident, MB`] = residentBytes(pid) / 1e6;
    figures[`${name}: open files`] = openFiles(pid);
  }
  figures["PostgreSQL: private memory, MB"] = privateBytes(family(await postmasterOf(sql))) / 1e6;
  const metrics = await metricsOf(origin);
  figures["BFF: heap, MB"] = (metrics.get("nodejs_heap_size_used_bytes") ?? Number.NaN) / 1e6;
  figures["BFF: handles"] = metrics.get("nodejs_active_handles_total") ?? Number.NaN;
  figures["events not processed yet"] = metrics.get("hub_projection_behind_events") ?? Number.NaN;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`;
  figures["database connections"] = row?.count ?? Number.NaN;
  // Includes mails that are spread over the next seconds, so that a pile of them shows.
  const [jobs] = await sql<{ count: number }[]>`
    select count(*)::int as count from graphile_worker._private_jobs
    where key is null or (key not like 'mail:reminder:%' and key not like 'mail:feedback-invitation:%')`;
  figures["jobs, except mails around visits"] = jobs?.count ?? Number.NaN;
  return figures;
}

/** Every table of the product with its number of rows, and its bytes with indexes. */
export async function tablesNow(sql: Sql): Promise<Map<string, TableSize>> {
  const tables = await sql<{ name: string; schema: string; relation: string; bytes: number }[]>`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      n.nspname as schema, c.relname as relation, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`;
  const sizes = new Map<string, TableSize>();
  for (const { name, schema, relation, bytes } of tables) {
    const [row] = await sql<{ rows: number }[]>`
      select count(*)::float8 as rows from ${sql(schema)}.${sql(relation)}`;
    sizes.set(name, { rows: row?.rows ?? 0, bytes });
  }
  return sizes;
}
