/** Owns PostgreSQL's COPY in its text form, in and out, in little memory however many rows there are. */
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "../../../core/platform/database.ts";

const NEWLINE = 10;

/** How values are written must not depend on anybody's settings (as pg_dump has it). */
export async function settleFormats(tx: TransactionSql): Promise<void> {
  await tx`
    select set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),
      set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '3', true),
      set_config('synchronize_seqscans', 'off', true), set_config('statement_timeout', '0', true)`;
}

/** `public.events` as SQL names it. */
export const quotedTable = (name: string): string => name.split(".").map(quoted).join(".");

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What the query answers, a line per row. */
export async function* rowsOf(tx: TransactionSql, query: string): AsyncGenerator<Buffer> {
  const stream = await tx.unsafe(`copy (${query}) to stdout`).readable();
  for await (const chunk of stream) yield chunk as Buffer; // a stream that nobody has given an encoding
  // postgres.js stops reading the connection where we are slower than PostgreSQL; a stream that has ended never asks it to go on.
  stream._read(0);
}

/** A row has one line: COPY writes a line end within a value as two characters. */
export function countRows(lines: Buffer): number {
  let rows = 0;
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

/** Throws what PostgreSQL says, at whichever row. */
export async function fillTable(
  tx: TransactionSql,
  { name, columns }: { name: string; columns: readonly string[] },
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  const copy = `copy ${quotedTable(name)} (${columns.map(quoted).join(", ")}) from stdin`;
  const query = tx.unsafe(copy).writable();
  // postgres.js tells the stream of an error while it is written to, and nobody once it has ended: the query is asked itself.
  const refused = new Promise<never>((_, reject) => void Object.assign(query, { reject }));
  refused.catch(() => undefined);
  const stream = await Promise.race([query, refused]);
  await Promise.race([pipeline(lines, stream), refused]);
}
