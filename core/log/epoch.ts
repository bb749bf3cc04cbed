/** Raises the log's epoch when the log moves to a cluster whose transaction numbers may be lower than those in the log. */
import type { TransactionSql } from "../platform/database/database.ts";

/** From now on events sort after all existing ones; answers the new epoch. Needs the owner's connection. */
export async function raiseEpoch(tx: TransactionSql): Promise<number> {
  await tx`lock table events in access exclusive mode`;
  const [row] = await tx<{ epoch: number }[]>`update log_epoch set epoch = epoch + 1 returning epoch`;
  if (!row) throw new Error("The log has no epoch.");
  // A literal default costs an append nothing; a parameter is not allowed in DDL.
  await tx.unsafe(`alter table events alter column epoch set default ${row.epoch}`);
  return row.epoch;
}
