/** Reads and writes rows with PostgreSQL's COPY in text format, in little memory for any number of rows. */
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "../../core/platform/database/database.ts";

const NEWLINE = 10;

/** How values are written must not depend on a user's settings (pg_dump does the same). */
export async function setCopyFormats(tx: TransactionSql): Promise<void> {
  await tx`
    select set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),
      set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '3', true),
      set_config('synchronize_seqscans', 'off', true), set_config('statement_timeout', '0', true)`;
}

/** `public.events` as a quoted SQL name. */
export const quotedTable = (name: string): string => name.split(".").map(quoted).join(".");

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The rows that the query returns, one line per row. */
export async function* rowsOf(tx: TransactionSql, query: string): AsyncGenerator<Buffer> {
  const stream = await tx.unsafe(`copy (${query}) to stdout`).readable();
  for await (const chunk of stream) yield chunk as Buffer; // the stream has no encoding set
  // postgres.js pauses the connection when this reader is slower than PostgreSQL, and a stream that has ended does not resume it.
  stream._read(0);
}

/** Each row is one line: COPY writes a line end within a value as two characters. */
export function countRows(lines: Buffer): number {
  let rows = 0;
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

/** Throws PostgreSQL's error, whichever row causes it. */
export async function fillTable(
  tx: TransactionSql,
  { name, columns }: { name: string; columns: readonly string[] },
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  const copy = `copy ${quotedTable(name)} (${columns.map(quoted).join(", ")}) from stdin`;
  const query = tx.unsafe(copy).writable();
  // postgres.js reports an error to the stream only while it is written to, so an error after its end is taken from the query itself.
  const refused = new Promise<never>((_, reject) => void Object.assign(query, { reject }));
  refused.catch(() => undefined);
  const stream = await Promise.race([query, refused]);
  await Promise.race([pipeline(lines, stream), refused]);
}
