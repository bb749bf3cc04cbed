/** Owns the one lock of the ledger: whoever changes what belongs to a payment holds its intent's row. */
import type { TransactionSql } from "../../platform/database.ts";
import type { IntentRow } from "./stripe-objects.ts";
import { noSuch } from "./stripe-refusal.ts";

/** Locks the row until the change commits: two confirmations of one intent come one after the other. */
export async function lockIntent(ledger: { tx: TransactionSql }, id: string): Promise<IntentRow> {
  const [row] = await ledger.tx<IntentRow[]>`
    select * from simulated_stripe.payment_intents where id = ${id} for update`;
  if (!row) throw noSuch("payment_intent", id, "intent");
  return row;
}
