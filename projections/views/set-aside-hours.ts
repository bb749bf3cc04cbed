/** Reads the hour claims of bookings and closures that a projection has set aside. */
import type { Sql } from "../../core/platform/database/database.ts";

/** Projections in which a booking may be set aside. */
type BookingsView = "availability" | "bookings";

const idsAside = (sql: Sql, category: "booking" | "block", views: readonly BookingsView[]) => sql`
  array(
    select substring(stream from '[0-9]+$')::bigint from streams_set_aside
    where follower = any (${[...views]}::text[]) and not rebuild and stream ~ ${`^${category}-[1-9][0-9]{0,14}$`}::text)`;

/** The numbers of the bookings that one of these projections cannot read, as an array. */
export const setAsideBookingIds = (sql: Sql, ...views: readonly BookingsView[]) =>
  idsAside(sql, "booking", views);

/** The numbers of the closures that `availability` cannot read, as an array. */
export const setAsideClosureIds = (sql: Sql) => idsAside(sql, "block", ["availability"]);

/**
 * Rows (booking_id, room_id, starts_at, ends_at, held_until), one for each stretch of hours that these bookings have claimed and that
 * overlaps [from, to). `ids`: an array; if it is empty, no hour claims are read. They are read by time, since they have no index by
 * booking; the limit of a day to each side is enough, since no visit is longer.
 */
export const claimedHoursOfBookings = (
  sql: Sql,
  ids: ReturnType<typeof setAsideBookingIds>,
  from: Date,
  to: Date,
) => sql`
  select booking_id, room_id, min(starts_at) as starts_at, max(starts_at) + interval '1 hour' as ends_at, held_until
  from (
    select booking_id, room_id, starts_at, held_until, starts_at - interval '1 hour' * row_number() over (
      partition by booking_id, room_id order by starts_at) as stretch
    from room_hours
    where cardinality(${ids}) > 0 and booking_id = any (${ids})
      and starts_at > ${from}::timestamptz - interval '1 day' and starts_at < ${to}::timestamptz + interval '1 day'
  ) hours
  group by booking_id, room_id, held_until, stretch
  having min(starts_at) < ${to} and max(starts_at) + interval '1 hour' > ${from}`;

/** The same (block_id, room_id, starts_at, ends_at) for closures that are set aside; several closures may have the same hour. */
export const claimedHoursOfSetAsideClosures = (sql: Sql, from: Date, to: Date) => sql`
  select block_id, room_id, min(starts_at) as starts_at, max(starts_at) + interval '1 hour' as ends_at
  from (
    select block_id, room_id, starts_at, starts_at - interval '1 hour' * row_number() over (
      partition by block_id, room_id order by starts_at) as stretch
    from room_hours, unnest(block_ids) block_id
    where cardinality(${setAsideClosureIds(sql)}) > 0 and block_ids <> '{}' and block_id = any (${setAsideClosureIds(sql)})
  ) hours
  group by block_id, room_id, stretch
  having min(starts_at) < ${to} and max(starts_at) + interval '1 hour' > ${from}`;
