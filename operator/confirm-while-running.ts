/** Asks before a command that is meant for a stopped product, if the product is connected to the database. */
import { createInterface } from "node:readline/promises";
import type { Sql } from "../core/platform/database/database.ts";

/** Throws if processes of the product are connected and the operator does not agree; without a terminal there is no question. */
export async function confirmWhileRunning(sql: Sql): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'hub%' and application_name <> 'hub operator' order by 1`;
  if (rows.length === 0) return;
  const running = `The product is running on this database (${rows.map(({ name }) => name).join(", ")}).`;
  if (!process.stdin.isTTY) throw new Error(`${running} Stop it first, or say YES=1.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${running} Continue all the same? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("Nothing was changed.");
}
