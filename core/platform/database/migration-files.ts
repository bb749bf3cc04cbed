/** Reads the product's SQL files (migrations/README.md lists them), and tells which of them a database lacks. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql } from "./database.ts";

export type Migration = { name: string; sql: string; checksum: string };

export interface ProductSchema {
  /** Each is applied once, in this order. */
  migrations: readonly Migration[];
  /** Functions with their triggers and grants, named `functions/…`: applied in this order after the migrations, and again when changed. */
  functions: readonly Migration[];
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const BASELINE = /^\d{4}_baseline_/;
export const FUNCTIONS = "functions/";

export function productSchema(): ProductSchema {
  return { migrations: productMigrations(), functions: readFiles(migrationsFolder(), functionNames()) };
}

/** The product's own migrations, in the order of their numbers: those that an empty database needs. */
export function productMigrations(): Migration[] {
  return readMigrations(migrationsFolder());
}

/**
 * The migrations that bring a database, or a backup, from the given ones to the product's. A database from before the
 * baseline needs the remaining old files; it then has the same schema as the baseline makes, so the baseline's files
 * count as applied. Given migrations that begin with an old one are returned as they are.
 */
export function migrationsFrom(
  recorded: readonly { name: string }[],
  migrations: readonly Migration[] = productMigrations(),
): readonly Migration[] {
  const old = join(migrationsFolder(), "before-baseline");
  const [first] = migrationNames(old);
  if (!recorded.some(({ name }) => name === first) || migrations[0]?.name === first) return migrations;
  const asApplied = (one: Migration) => (BASELINE.test(one.name) ? { ...one, sql: "" } : one);
  return [...readMigrations(old), ...migrations.map(asApplied)];
}

/** Reads `NNNN_name.sql` files in order; throws if two share a number or a name does not follow the pattern. */
export function readMigrations(folder: string): Migration[] {
  return readFiles(folder, migrationNames(folder));
}

/** Names of the migrations and functions that this database lacks; all of them if it has never been migrated. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('public.schema_migrations') is not null as exists`;
  const applied = table?.exists ? await sql<{ name: string }[]>`select name from schema_migrations` : [];
  const names = new Set(applied.map((row) => row.name));
  // Compared by name only: a process of the previous version keeps running after a newer one has changed a function.
  return [...migrationNames(migrationsFolder()), ...functionNames()].filter((name) => !names.has(name));
}

function migrationNames(folder: string): string[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && name !== "schema.sql")
    .sort();
  names.forEach((name, i) => {
    if (!FILE_NAME.test(name)) throw new Error(`Migration ${name} must be named like 0001_what_it_does.sql`);
    const before = names[i - 1];
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`Migrations ${before} and ${name} have the same number`);
    }
  });
  return names;
}

function functionNames(): string[] {
  return readdirSync(join(migrationsFolder(), FUNCTIONS), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql"))
    .map((name) => FUNCTIONS + name.replaceAll("\\", "/"))
    .sort();
}

function readFiles(folder: string, names: readonly string[]): Migration[] {
  return names.map((name) => {
    // A checkout with Windows line ends contains the same migration.
    const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/** The folder next to the nearest package.json above this file; found from source and from the bundle. */
function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return join(folder, "migrations");
    if (folder === dirname(folder)) throw new Error("There is no migrations folder beside a package.json");
  }
}
