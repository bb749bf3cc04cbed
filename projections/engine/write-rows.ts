/** Writes the rows of a batch: in one upsert statement, or by COPY if none of them exists yet. */
import { once } from "node:events";
import type { TransactionSql } from "../../core/platform/database/database.ts";
import type { ProjectedRow } from "./projection.ts";

/** A row that already has this version stays as it is. Returns how many rows were written. */
export async function upsertRows<Row extends ProjectedRow>(
  tx: TransactionSql,
  table: string,
  view: { keyColumn: string; insertOnlyColumns?: readonly string[] },
  rows: readonly Row[],
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const { keyColumn } = view;
  const fixed = new Set([keyColumn, ...(view.insertOnlyColumns ?? [])]);
  const columns = Object.keys(first);
  const assignments = columns
    .filter((column) => !fixed.has(column))
    .map((column, i) => tx`${i > 0 ? tx`, ` : tx``}${tx(column)} = excluded.${tx(column)}`);
  const written = await tx`
    insert into ${tx(table)} as stored (${tx(columns)})
    select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(rows as never)})
    on conflict (${tx(keyColumn)}) do update set ${assignments} where stored.version < excluded.version`;
  return written.count;
}

/**
 * Copies rows into a table that has none of them; throws if it has one. It costs a third of an upsert for the server and for this process,
 * and most rows of a rebuild are written this way.
 */
export async function copyRows<Row extends ProjectedRow>(
  tx: TransactionSql,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const copying = await tx`copy ${tx(table)} (${tx(columns)}) from stdin`.writable();
  copying.end(rows.map(lineOf).join(""));
  await once(copying, "finish");
}

/** A row in COPY's text format, with the values in the order in which the row was made. */
const lineOf = (row: ProjectedRow): string => `${Object.values(row).map(fieldOf).join("\t")}\n`;

const SPECIAL = /[\\\t\n\r]/;

function fieldOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (value === null || value === undefined) return "\\N";
  const text = Array.isArray(value)
    ? arrayOf(value)
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}

const arrayOf = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
