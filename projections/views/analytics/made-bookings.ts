/** Reads the bookings that were made in a period, a page at a time, without names. Integer cents; instants in ISO 8601; venue days. */
import type { Sql } from "../../../core/platform/database/database.ts";
import type { Period } from "./period.ts";
import type { AnalyticsBooking } from "./rows.ts";

export type MadeBooking = Omit<AnalyticsBooking, "version" | "customer" | "card_cents" | "offer">;

const PAGE = 1_000;

/** The bookings after `last`, ordered by the day on which they were made and by number; at most a thousand. */
export async function bookingsMadeIn(
  sql: Sql,
  { from, to }: Period,
  last: Pick<MadeBooking, "created_on" | "booking_id"> | null,
): Promise<MadeBooking[]> {
  const [page] = await sql<{ rows: MadeBooking[] }[]>`
    select coalesce(json_agg(b order by created_on, booking_id), '[]') as rows from (
      select booking_id, room_id, made_by_staff, created_on, starts_at, ends_at, total_cents, downpayment_cents,
        received_cents, gone_cents, status, payment_status, visit, ended, ended_on
      from analytics_bookings
      where created_on between ${from} and ${to} and offer is distinct from 'made'
        and (created_on, booking_id) > (${last?.created_on ?? from}::date, ${last?.booking_id ?? 0}::bigint)
      order by created_on, booking_id limit ${PAGE}
    ) b`;
  return page?.rows ?? [];
}
