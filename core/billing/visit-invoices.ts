/** Reads which invoices a visit is on. */
import { loadAccount } from "../booking/billing/load-account.ts";
import { pageValue } from "../booking/billing/pages.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Sql } from "../platform/database/database.ts";

/** Their numbers, the latest last; none for a booking that is not on account. */
export async function invoicesOfVisit(
  sql: Sql,
  bookingId: number,
  { accountId }: Pick<Booking, "accountId">,
): Promise<readonly string[]> {
  if (accountId === null) return [];
  const { state } = await loadAccount(sql, accountId);
  return (state.exists && pageValue(state.visits, bookingId)?.invoices) || [];
}
