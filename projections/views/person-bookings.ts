/** Finds the bookings of a person for their erasure: from the `bookings` table, and from the log for events that the table lacks. */
import type { FindBookings } from "../../core/erasure/found-person.ts";
import type { Sql } from "../../core/platform/database/database.ts";

/** One statement and one snapshot, so bookings that the table lacks are found in the log after its cursor. */
export const bookingsOfPerson =
  (sql: Sql): FindBookings =>
  async ({ personIds, customerIds }) => {
    const rows = await sql<{ id: number }[]>`
      select booking_id as id from bookings
      where person_id = any(${[...personIds]}::uuid[]) or user_id = any(${[...customerIds]}::bigint[])
      union
      select substring(e.stream from 9)::bigint from events e, projection_cursors c
      where c.name = 'bookings' and (e.epoch, e.xid, e.position) > (c.epoch, c.xid, c.position)
        and e.type in ('BookingRequested', 'DetailsChanged')
        and (e.data ->> 'personId' = any(${[...personIds]}::text[])
          or (e.data ->> 'userId')::bigint = any(${[...customerIds]}::bigint[]))
      order by id`;
    return rows.map(({ id }) => id);
  };

/** How many of these bookings are in the future (as of a UTC instant) and not cancelled. */
export async function countUpcoming(sql: Sql, bookingIds: readonly number[], now: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from bookings
    where booking_id = any(${[...bookingIds]}::bigint[]) and status <> 'cancelled' and starts_at > ${now}`;
  return row?.count ?? 0;
}
