/** Owns which bookings stand on hours that are to be closed, and which of them nothing but keeping can be done with. */
import { bookingStream } from "../booking/booking-stream.ts";
import { loadBooking, makesWay } from "../booking/handle.ts";
import { hoursOf } from "../booking/hours.ts";
import type { Core } from "../context.ts";
import { isUnreadable } from "../log/stream.ts";
import type { NewBlock } from "./block.ts";

/** A booking on the hours that are to be closed. */
export interface InTheWay {
  id: number;
  roomId: number;
  startsAt: Date;
  endsAt: Date;
}

/** As the guard has it, with how many events its stream had then. */
export interface Standing {
  id: number;
  version: number;
  /** Room and start of each hour that it has of those. */
  hours: readonly { roomId: number; startsAt: string }[];
}

/** By id, those whose hold has run out expired first, but for those that cannot leave. */
export async function bookingsWithin(
  core: Core,
  { roomIds, startsAt, endsAt }: Pick<NewBlock, "roomIds" | "startsAt" | "endsAt">,
  now: Date,
): Promise<Standing[]> {
  const rows = await core.sql<(Standing & { due: boolean })[]>`
    select booking_id as id, bool_or(coalesce(held_until <= ${now}, false)) as due,
      jsonb_agg(jsonb_build_object('roomId', room_id, 'startsAt', starts_at)) as hours,
      coalesce((
        select max(version) from events where stream = ${`${bookingStream.category}-`} || booking_id), 0) as version
    from room_hours
    where room_id = any(${[...roomIds]}::integer[]) and starts_at >= ${startsAt} and starts_at < ${endsAt}
      and booking_id is not null
    group by booking_id order by booking_id`;
  const standing: Standing[] = [];
  for (const { due, ...one } of rows) {
    const leaves = due && (await whyItStays(core, one)) === null && (await makesWay(core, one.id));
    if (!leaves) standing.push(one);
  }
  return standing;
}

/**
 * Why nothing but keeping it can be done with a booking, in words for staff: this version cannot read it, or by its events these hours are
 * not its own, so that no event would free them. Null where it can leave, and of one that has changed since the guard was read.
 */
export async function whyItStays(core: Core, { id, version, hours }: Standing): Promise<string | null> {
  try {
    const { state, version: read } = await loadBooking(core, id);
    if (read !== version) return null;
    const own = new Set(hoursOf(state).map((hour) => hour.getTime()));
    const isOwn = hours.every(
      ({ roomId, startsAt }) => state.exists && state.roomId === roomId && own.has(Date.parse(startsAt)),
    );
    return isOwn
      ? null
      : `Booking ${id} has other hours by its history than these. Keep it within the closure, and have the operator run \`make check-guard\``;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return `This version of the product cannot read booking ${id}. Keep it within the closure, and have the operator look at \`make status\``;
  }
}

/** As the guard has them, by id. */
export async function spansOf(core: Core, bookings: readonly { id: number }[]): Promise<InTheWay[]> {
  return core.sql<InTheWay[]>`
    select booking_id as id, room_id as "roomId", min(starts_at) as "startsAt", max(starts_at) + interval '1 hour' as "endsAt"
    from room_hours where booking_id = any(${bookings.map(({ id }) => id)}::bigint[])
    group by booking_id, room_id order by booking_id`;
}
