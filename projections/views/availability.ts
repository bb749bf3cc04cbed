/** Projects the read table `availability`: which hours of which room are taken, and whether only by an unpaid hold. It names no person. */

import { heldUntil } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { closureStream } from "../../core/closure/closure.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { foldRows } from "../engine/fold.ts";
import { type Projection, viewOf } from "../engine/projection.ts";
import {
  claimedHoursOfBookings,
  claimedHoursOfSetAsideClosures,
  setAsideBookingIds,
  setAsideClosureIds,
} from "./set-aside-hours.ts";

const availabilityView = viewOf({
  table: "availability",
  stream: bookingStream,
  keyColumn: "booking_id",
  rowOf: ({ id, after, event }) =>
    after.exists
      ? {
          booking_id: id,
          version: event.version,
          room_id: after.roomId,
          starts_at: after.startsAt.toISOString(),
          ends_at: after.endsAt.toISOString(),
          status: after.status,
          /** A no-show has left the hours to others. */
          freed: after.hoursFreed,
          /** The hold's deadline, while the booking is an unpaid hold. */
          held_until: heldUntil(after)?.toISOString() ?? null,
        }
      : null,
});

const blocksView = viewOf({
  table: "room_blocks",
  stream: closureStream,
  keyColumn: "block_id",
  rowOf: ({ id, after, event }) =>
    after.exists
      ? {
          block_id: id,
          version: event.version,
          room_ids: after.roomIds,
          starts_at: after.startsAt.toISOString(),
          ends_at: after.endsAt.toISOString(),
          /** The text of the reason is in `personal_data` alone and is read from there. */
          reason_id: after.reasonId,
          public: after.public,
          whole_venue: after.wholeVenue,
          lifted: after.lifted,
        }
      : null,
});

/** Bookings and closures share one cursor, so an answer has both up to the same event. */
export const availability: Projection = {
  name: availabilityView.table,
  version: 3,
  tables: [availabilityView.table, blocksView.table],
  streams: [bookingStream, closureStream],
  async fold(tx, batch, tableOf) {
    await foldRows(tx, availabilityView, tableOf(availabilityView.table), batch);
    await foldRows(tx, blocksView, tableOf(blocksView.table), batch);
  },
};

/** A taken span of a room, UTC instants; `heldUntil` is set while it is an unpaid hold, `blocked` if it is closed. */
export interface TakenSpan {
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  heldUntil: Date | null;
  /** Why the hours are closed, if visitors may know. */
  blocked?: { reason: string | null };
  /** This code cannot read the booking, so these hours stay taken when its hold ends. */
  unreadable?: true;
}

interface TakenRow extends Omit<TakenSpan, "blocked" | "unreadable"> {
  closed: boolean;
  reason: string | null;
}

const spanOf = ({ closed, reason, ...span }: TakenRow): TakenSpan =>
  closed ? { ...span, blocked: { reason } } : span;

interface Asked {
  /** Null for every room. */
  roomId: number | null;
  from: Date;
  to: Date;
}

/** The reason's text of a row of `room_blocks`; null once it is erased. */
const reasonOf = (sql: Sql) => sql`(select free_text from personal_data where id = reason_id)`;

/** Each of the two questions has its own condition; with one for both, PostgreSQL would plan each call again. */
const inRoom = (sql: Sql, roomId: number | null) => (roomId === null ? sql`` : sql`and room_id = ${roomId}`);

/** The spans in the tables, without these bookings and closures. */
const spansInView = (
  sql: Sql,
  { roomId, from, to }: Asked,
  { butBookings, butBlocks } = { butBookings: sql``, butBlocks: sql`` },
) => sql`
  select room_id as "roomId", starts_at as "startsAt", ends_at as "endsAt", held_until as "heldUntil",
    false as closed, null as reason
  from availability
  where status <> 'cancelled' and not freed ${inRoom(sql, roomId)}
    and starts_at < ${to} and starts_at > ${from}::timestamptz - interval '1 day' and ends_at > ${from} ${butBookings}
  union all
  select room_id, starts_at, ends_at, null, true, case when public then ${reasonOf(sql)} end
  from room_blocks, unnest(room_ids) room_id
  where not lifted ${inRoom(sql, roomId)} and starts_at < ${to} and ends_at > ${from} ${butBlocks}`;

/** The same if streams are set aside: their rows may be outdated, so their hour claims are used. */
async function spansWithAside(sql: Sql, asked: Asked): Promise<TakenSpan[]> {
  const { roomId, from, to } = asked;
  const bookings = setAsideBookingIds(sql, "availability");
  const but = {
    butBookings: sql`and booking_id <> all (${bookings})`,
    butBlocks: sql`and block_id <> all (${setAsideClosureIds(sql)})`,
  };
  const rows = await sql<(TakenRow & { unreadable: boolean })[]>`
    select *, false as unreadable from (${spansInView(sql, asked, but)}) in_view
    union all
    select room_id, starts_at, ends_at, held_until, false, null, true
    from (${claimedHoursOfBookings(sql, bookings, from, to)}) guarded
    where true ${inRoom(sql, roomId)}
    union all
    select room_id, starts_at, ends_at, null, true, null, false
    from (${claimedHoursOfSetAsideClosures(sql, from, to)}) guarded
    where true ${inRoom(sql, roomId)}
    order by "startsAt", "roomId"`;
  return rows.map(({ unreadable, ...row }) => (unreadable ? { ...spanOf(row), unreadable } : spanOf(row)));
}

/**
 * The taken spans that overlap [from, to), ordered by start, of one room or, with null, of all. A closure may overlap a booking that was
 * kept. If streams are set aside, the last row of the statement has no room and a second statement follows: planned as one they took half
 * as long again.
 */
export async function takenSpans(
  sql: Sql,
  roomId: number | null,
  from: Date,
  to: Date,
): Promise<TakenSpan[]> {
  const asked = { roomId, from, to };
  const rows = await sql<TakenRow[]>`
    ${spansInView(sql, asked)}
    union all
    select null, null, null, null, false, null
    where exists (select from streams_set_aside where follower = 'availability' and not rebuild)
    order by "startsAt" nulls last, "roomId"`;
  return rows.at(-1)?.startsAt === null ? spansWithAside(sql, asked) : rows.map(spanOf);
}

export interface ListedClosure {
  id: number;
  roomIds: number[];
  startsAt: Date;
  endsAt: Date;
  /** Null if the text is erased or this code cannot read the closure. */
  reason: string | null;
  public: boolean;
  /** Covers every room, also those that are added later. */
  wholeVenue: boolean;
  /** This code cannot read the closure; only its hour claims are known. */
  unreadable: boolean;
}

/** The closures in force that overlap [from, to), ordered by start; one that is set aside has the hours of its hour claims. */
export const listClosures = (sql: Sql, from: Date, to: Date): Promise<ListedClosure[]> => sql<
  ListedClosure[]
>`
  select block_id as id, room_ids as "roomIds", starts_at as "startsAt", ends_at as "endsAt", ${reasonOf(sql)} as reason, public,
    whole_venue as "wholeVenue", false as unreadable
  from room_blocks where not lifted and starts_at < ${to} and ends_at > ${from} and block_id <> all (${setAsideClosureIds(sql)})
  union all
  select block_id, array_agg(room_id order by room_id), starts_at, ends_at, null, false, false, true
  from (${claimedHoursOfSetAsideClosures(sql, from, to)}) guarded group by block_id, starts_at, ends_at
  order by "startsAt", id`;
