/** Finds out whether a change of bookings has lowered an invoice that they are on: its mail then announces the credit note (decision 269). */
import { accountStream } from "../../../core/booking/billing/account.ts";
import type { Core } from "../../../core/context.ts";
import type { Told } from "./series-events.ts";

/** `told`: bookings that one append changed. */
export async function lowersInvoice({ sql }: Pick<Core, "sql">, told: readonly Told[]): Promise<boolean> {
  const onAccount = told.flatMap(({ recorded, summary: { bookingId, after } }) =>
    after.accountId === null ? [] : [{ ...recorded.at, bookingId, accountId: after.accountId }],
  );
  const [first] = onAccount;
  if (!first) return false;
  const streams = new Set(onAccount.map(({ accountId }) => accountStream.nameOf(accountId)));
  const ids = onAccount.map(({ bookingId }) => bookingId);
  const [credit] = await sql`
    select from events, jsonb_array_elements(data -> 'lines') line
    where stream = any(${[...streams]}) and type = 'InvoiceCredited' and epoch = ${first.epoch} and xid = ${String(first.xid)}::xid8
      and (line ->> 'bookingId')::bigint = any(${ids}::bigint[])
    limit 1`;
  return credit !== undefined;
}
