/** Owns which migrations there are and which of them a database has: what the runner applies and what readiness asks. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql } from "./database.ts";

export type Migration = { name: string; sql: string; checksum: string };

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** The product's own migrations, in the order of their numbers. */
export function productMigrations(): Migration[] {
  return readMigrations(migrationsFolder());
}

/** Reads `NNNN_name.sql` files in order; throws when two share a number or a name doesn't follow the pattern. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  names.forEach((name, i) => {
    if (!FILE_NAME.test(name)) throw new Error(`Migration ${name} must be named like 0001_what_it_does.sql`);
    const before = names[i - 1];
    if (before?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`Migrations ${before} and ${name} have the same number`);
    }
  });
  return names.map((name) => {
    // A checkout with Windows line ends is the same migration.
    const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/** Names of the product's migrations that this database lacks; all of them when it has never been migrated. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('public.schema_migrations') is not null as exists`;
  const applied = table?.exists ? await sql<{ name: string }[]>`select name from schema_migrations` : [];
  const names = new Set(applied.map((row) => row.name));
  return productMigrations()
    .map((migration) => migration.name)
    .filter((name) => !names.has(name));
}

/** From source and from the bundle alike: the folder beside the nearest package.json above this file. */
function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return join(folder, "migrations");
    if (folder === dirname(folder)) throw new Error("There is no migrations folder beside a package.json");
  }
}
