/** Sets the sequences after a restore beyond every number that was ever given, including those given after the backup. */
import type { TransactionSql } from "../../core/platform/database/database.ts";
import { quotedTable } from "./copy-rows.ts";

/** Room for numbers that were given after the backup and lost with it: mails, links and the payment provider still contain them. */
export const SEQUENCE_GAP = 10_000;

/** The next number of each sequence. */
export type RestoredSequences = Readonly<Record<string, number>>;

/** `atBackup`: the last number of each sequence when the backup was made. */
export async function raiseSequences(
  tx: TransactionSql,
  atBackup: Readonly<Record<string, number>>,
): Promise<RestoredSequences> {
  const sequences = await tx<{ name: string; column: string | null; table: string | null }[]>`
    select n.nspname || '.' || s.relname as name, a.attname as column, t.nspname || '.' || c.relname as table
    from pg_class s join pg_namespace n on n.oid = s.relnamespace
    left join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    left join pg_class c on c.oid = d.refobjid
    left join pg_namespace t on t.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and n.nspname in ('public', 'simulated_stripe') order by 1`;
  const named = await highestIds(tx);
  const next: Record<string, number> = {};
  for (const { name, column, table } of sequences) {
    const inTable = column && table ? await highestIn(tx, table, column) : 0;
    const last = Math.max(atBackup[name] ?? 0, inTable, named.get(name) ?? 0) + SEQUENCE_GAP;
    await tx`select setval(${name}::regclass, ${last})`;
    next[name] = last + 1;
  }
  return next;
}

async function highestIn(tx: TransactionSql, table: string, column: string): Promise<number> {
  const [row] = await tx<{ highest: number }[]>`
    select coalesce(max(${tx(column)}), 0)::bigint as highest from ${tx.unsafe(quotedTable(table))}`;
  return row?.highest ?? 0;
}

/** The highest number in each category of streams, by its sequence. */
async function highestIds(tx: TransactionSql): Promise<Map<string, number>> {
  const rows = await tx<{ name: string; highest: number }[]>`
    select 'public.' || substring(stream from '^(.*)-\\d+$') || '_ids' as name,
      max(substring(stream from '\\d+$')::bigint) as highest
    from events where version = 1 and stream ~ '-\\d+$' group by 1`;
  return new Map(rows.map(({ name, highest }) => [name, highest]));
}
