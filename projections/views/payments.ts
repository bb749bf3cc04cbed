/** Reads the payments of a period for the bookkeeper: each movement of money with what identifies it elsewhere. Integer cents; UTC instants. */
import type { Sql } from "../../core/platform/database/database.ts";
import type { VenueDay } from "../../core/venue/time/venue-time.ts";
import { entryColumns, MONEY_PAGE, type MoneyEntry, movementsAfter } from "./takings.ts";

export interface PaymentEntry
  extends Pick<
    MoneyEntry,
    "at" | "position" | "type" | "method" | "cents" | "bookingId" | "accountId" | "invoice"
  > {
  /** Of the billing account; null for money of a booking, and once erased. */
  accountName: string | null;
  /** What staff wrote down, of a transfer say. */
  reference: string | null;
  /** The payment at the provider; null for money that staff recorded. */
  paymentIntentId: string | null;
  /** The charge, the refund or the dispute. */
  providerId: string | null;
}

/**
 * The movements of venue days, both included, the earliest first; a page after the last one read (null: from the beginning). All that one
 * payment brought is on one page.
 */
export async function readPayments(
  sql: Sql,
  period: { from: VenueDay; to: VenueDay },
  after: Pick<PaymentEntry, "at" | "position"> | null,
  most = MONEY_PAGE,
): Promise<PaymentEntry[]> {
  const entries = await sql<PaymentEntry[]>`
    select ${entryColumns(sql)}, e.type, case when t.account_id is not null then p.first_name end as "accountName",
      written.free_text as reference, e.data ->> 'paymentIntentId' as "paymentIntentId",
      coalesce(e.data ->> 'disputeId', e.data ->> 'stripeRefundId', e.data ->> 'chargeId') as "providerId"
    from ${movementsAfter(sql, period, after)}
    left join personal_data written on written.id = (e.data ->> 'referenceId')::uuid
    order by e.occurred_at, e.position limit ${most}`;
  return entries.length < most ? entries : untilLastPayment(entries);
}

/** A payment for several bookings has a movement for each. If it may go on after these entries, all of it is left to the next page. */
function untilLastPayment(entries: PaymentEntry[]): PaymentEntry[] {
  const last = entries.at(-1);
  if (!last || last.paymentIntentId === null) return entries;
  const begins = entries.findIndex(
    ({ at, paymentIntentId }) =>
      paymentIntentId === last.paymentIntentId && at.getTime() === last.at.getTime(),
  );
  return begins === 0 ? entries : entries.slice(0, begins);
}
