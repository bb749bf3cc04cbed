/** Owns reading the bookings that were made in a period, a page at a time. Names nobody. Cents; instants ISO 8601; days are the venue's. */
import type { Sql } from "../../../core/platform/database.ts";
import type { Period } from "./period-report.ts";
import type { AnalyticsBooking } from "./rows.ts";

export type MadeBooking = Omit<AnalyticsBooking, "version" | "customer" | "card_cents">;

const PAGE = 1_000;

/** By the day on which they were made and their number, those after `last`; as many as there are, a thousand at most. */
export async function bookingsMade(
  sql: Sql,
  { from, to }: Period,
  last: Pick<MadeBooking, "created_on" | "booking_id"> | null,
): Promise<MadeBooking[]> {
  const [page] = await sql<{ rows: MadeBooking[] }[]>`
    select coalesce(json_agg(b order by created_on, booking_id), '[]') as rows from (
      select booking_id, room_id, made_by_staff, created_on, starts_at, ends_at, total_cents, downpayment_cents,
        received_cents, gone_cents, status, payment_status, visit, ended, ended_on
      from analytics_bookings
      where created_on between ${from} and ${to}
        and (created_on, booking_id) > (${last?.created_on ?? from}::date, ${last?.booking_id ?? 0}::bigint)
      order by created_on, booking_id limit ${PAGE}
    ) b`;
  return page?.rows ?? [];
}
