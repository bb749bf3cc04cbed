/** Compares a read table with the rows that the log implies, row by row and column by column. */

import type { Finding, ViewTable } from "./claims.ts";
import type { Evidence } from "./evidence.ts";
import { type Fields, fieldsOf } from "./fields.ts";

/** An expected row: only the columns that it names are compared. */
export type Row = Readonly<Record<string, unknown>>;

interface Compared {
  table: ViewTable;
  key: readonly string[];
  expected: readonly Row[];
  /** A row whose other columns are all zero or null counts as absent: whether it is there depends on earlier events. */
  zeroIsNone?: boolean;
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** Gives equal values one form: instants as numbers, lists and objects by their members. */
function formOf(value: unknown): string {
  if (typeof value === "string" && INSTANT.test(value)) return `at ${Date.parse(value)}`;
  if (Array.isArray(value)) return `[${value.map(formOf).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${name}:${formOf(member)}`).join(",")}}`;
  }
  return value === undefined ? "null" : JSON.stringify(value);
}

const isNothing = (row: Row, key: readonly string[]): boolean =>
  Object.entries(row).every(([column, value]) => key.includes(column) || value === 0 || value === null);

export async function compareTable({ db }: Pick<Evidence, "db">, compared: Compared): Promise<Finding[]> {
  const { table, key, expected, zeroIsNone = false } = compared;
  const claim = `views.${table}` as const;
  const found = await db<{ row: unknown }[]>`select to_jsonb(t) as row from ${db(table)} t`;
  const nameOf = (row: Row): string => key.map((column) => formOf(row[column])).join(" ");
  const rows = new Map<string, Fields>(found.map(({ row }) => [nameOf(fieldsOf(row)), fieldsOf(row)]));
  const findings: Finding[] = [];
  for (const row of expected) {
    const name = nameOf(row);
    const subject = `${table} ${name}`;
    const actual = rows.get(name);
    rows.delete(name);
    if (!actual) {
      if (!(zeroIsNone && isNothing(row, key))) findings.push({ claim, subject, words: "has no row" });
      continue;
    }
    const wrong = Object.entries(row).filter(([column, value]) => formOf(value) !== formOf(actual[column]));
    if (wrong.length === 0) continue;
    const words = wrong.map(
      ([column, value]) => `${column} is ${formOf(actual[column])}, by the log ${formOf(value)}`,
    );
    findings.push({ claim, subject, words: words.join("; ") });
  }
  for (const [name, row] of rows) {
    if (zeroIsNone && isNothing(row, key)) continue;
    findings.push({ claim, subject: `${table} ${name}`, words: "has a row that the log does not imply" });
  }
  return findings;
}

/** Adds up figures by key. */
export function createTotals(key: readonly string[], figures: readonly string[]) {
  const totals = new Map<string, Record<string, unknown>>();
  return {
    add(of: Row, added: Readonly<Record<string, number>>): void {
      const name = key.map((column) => String(of[column])).join(" ");
      const zero = Object.fromEntries(figures.map((figure) => [figure, 0]));
      const total = totals.get(name) ?? { ...zero, ...of };
      for (const [figure, amount] of Object.entries(added)) total[figure] = Number(total[figure]) + amount;
      totals.set(name, total);
    },
    rows: (): Row[] => [...totals.values()],
  };
}
