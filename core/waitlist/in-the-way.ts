/** Reads which visits and closures have the hours of rooms on some days, for staff who look for what would free them. */
import type { WishDays } from "../booking/waitlist/wish.ts";
import type { Core } from "../context.ts";
import { addDays, instantAt } from "../venue/time/venue-time.ts";

/** The hours of one visit or of one closure in a room on one day; a longer closure has several. */
export interface ClaimedSpan {
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  /** Null for a closure. */
  bookingId: number | null;
  /** The deadline of a visit that is an unpaid hold. */
  heldUntil: Date | null;
}

/** By start, then by room. */
export async function claimedSpans(
  { sql, timeZone }: Pick<Core, "sql" | "timeZone">,
  { day, until, roomIds }: WishDays & { roomIds: readonly number[] },
): Promise<ClaimedSpan[]> {
  if (roomIds.length === 0) return [];
  return sql<ClaimedSpan[]>`
    with hours as (
      select room_id, starts_at, booking_id, held_until, block_ids from room_hours
      where room_id = any(${[...roomIds]}::integer[])
        and starts_at >= ${instantAt(day, 0, timeZone)} and starts_at < ${instantAt(addDays(until, 1), 0, timeZone)}
    ),
    claims as (
      select room_id, starts_at, booking_id, held_until, null::bigint as block_id from hours where booking_id is not null
      union all
      select room_id, starts_at, null, null, block_id from hours, unnest(block_ids) as block_id
    )
    select room_id as "roomId", min(starts_at) as "startsAt", max(starts_at) + interval '1 hour' as "endsAt",
      booking_id as "bookingId", min(held_until) as "heldUntil"
    from claims
    group by room_id, booking_id, block_id, (starts_at at time zone ${timeZone})::date
    order by "startsAt", room_id, booking_id, block_id`;
}
