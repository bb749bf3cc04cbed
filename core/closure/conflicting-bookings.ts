/** Finds the bookings that conflict with hours to be closed, and those of them that can only be kept. */

import { expireIfOverdue, loadBooking } from "../booking/handle.ts";
import { hoursOf } from "../booking/hold/hours.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { isUnreadable } from "../log/stream.ts";
import type { NewClosure } from "./closure.ts";

/** A booking on the hours that are to be closed. */
export interface ConflictingSpan {
  id: number;
  roomId: number;
  startsAt: Date;
  endsAt: Date;
}

/** A conflicting booking by its hour claims, and how many events its stream had when they were read. */
export interface ConflictingBooking {
  id: number;
  version: number;
  /** Room and start of each conflicting hour that it has claimed. */
  hours: readonly { roomId: number; startsAt: string }[];
}

/** The conflicting bookings by id. Overdue holds are expired first, except those that cannot be. */
export async function findConflictingBookings(
  core: Core,
  { roomIds, startsAt, endsAt }: Pick<NewClosure, "roomIds" | "startsAt" | "endsAt">,
  now: Date,
): Promise<ConflictingBooking[]> {
  const rows = await core.sql<(ConflictingBooking & { due: boolean })[]>`
    select booking_id as id, bool_or(coalesce(held_until <= ${now}, false)) as due,
      jsonb_agg(jsonb_build_object('roomId', room_id, 'startsAt', starts_at)) as hours,
      coalesce((
        select max(version) from events where stream = ${`${bookingStream.category}-`} || booking_id), 0) as version
    from room_hours
    where room_id = any(${[...roomIds]}::integer[]) and starts_at >= ${startsAt} and starts_at < ${endsAt}
      and booking_id is not null
    group by booking_id order by booking_id`;
  const standing: ConflictingBooking[] = [];
  for (const { due, ...one } of rows) {
    const leaves = due && (await whyOnlyKept(core, one)) === null && (await expireIfOverdue(core, one.id));
    if (!leaves) standing.push(one);
  }
  return standing;
}

/**
 * Why a booking can only be kept, in words for staff: this version cannot read it, or by its events these hours are not its own, so that no
 * event would release them. Null if it can be cancelled or moved, and for a booking that has changed since its claims were read.
 */
export async function whyOnlyKept(
  core: Core,
  { id, version, hours }: ConflictingBooking,
): Promise<string | null> {
  try {
    const { state, version: read } = await loadBooking(core, id);
    if (read !== version) return null;
    const own = new Set(hoursOf(state).map((hour) => hour.getTime()));
    const isOwn = hours.every(
      ({ roomId, startsAt }) => state.exists && state.roomId === roomId && own.has(Date.parse(startsAt)),
    );
    return isOwn
      ? null
      : `The history of booking ${id} does not match these hours. Keep it within the closure, and ask the operator to run \`make check-guard\``;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return `This version of the product cannot read booking ${id}. Keep it within the closure, and ask the operator to run \`make status\``;
  }
}

/** The bookings' rooms and times by their hour claims, ordered by id. */
export async function loadSpans(core: Core, bookings: readonly { id: number }[]): Promise<ConflictingSpan[]> {
  return core.sql<ConflictingSpan[]>`
    select booking_id as id, room_id as "roomId", min(starts_at) as "startsAt", max(starts_at) + interval '1 hour' as "endsAt"
    from room_hours where booking_id = any(${bookings.map(({ id }) => id)}::bigint[])
    group by booking_id, room_id order by booking_id`;
}
