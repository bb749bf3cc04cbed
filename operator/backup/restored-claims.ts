/** Makes the hour claims of a restored log again from the events of bookings and closures. */

import { hoursOf } from "../../core/booking/hold/hours.ts";
import { type BookingState, heldUntil } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { closureStream } from "../../core/closure/closure.ts";
import { closedHoursOf } from "../../core/hour-claims/closed-hours.ts";
import { readRawStreamsOf } from "../../core/log/read.ts";
import { eventsOf, fold, isUnreadable, type RawEvent } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database/database.ts";

const PAGE = 1_000;

export interface RestoredClaims {
  /** The number of hours that were claimed. */
  hours: number;
  /** Streams whose events this code cannot read, or whose hours another stream has too; `make check-guard` names them. */
  doubtful: string[];
}

/** Deletes all hour claims and makes them again, in the caller's transaction. */
export async function rebuildHourClaims(
  tx: TransactionSql,
  onProgress: (bookings: number) => void,
): Promise<RestoredClaims> {
  await tx`delete from room_hours`;
  const claims: RestoredClaims = { hours: 0, doubtful: [] };
  let [bookings, hours]: [number, Hour[]] = [0, []];
  for await (const raw of readRawStreamsOf(tx, bookingStream.category)) {
    const taken = hoursIn(raw);
    if (taken) hours.push(...taken);
    else claims.doubtful.push(raw[0].stream);
    bookings += 1;
    if (bookings % PAGE > 0) continue;
    await claim(tx, hours, claims);
    hours = [];
    onProgress(bookings);
  }
  await claim(tx, hours, claims);
  onProgress(bookings);
  await closeHours(tx, claims);
  return claims;
}

interface Hour {
  stream: string;
  bookingId: number;
  roomId: number;
  startsAt: Date;
  heldUntil: Date | null;
  place: string;
}

/** Null if this code cannot read the events. */
function hoursIn(raw: readonly RawEvent[]): Hour[] | null {
  try {
    const events = eventsOf(bookingStream, raw);
    const [first] = events;
    const state: BookingState = fold(bookingStream, events);
    if (!first || !state.exists) return [];
    const { roomId } = state;
    const held = heldUntil(state);
    return hoursOf(state).map((startsAt) => ({
      stream: first.stream,
      bookingId: first.id,
      roomId,
      startsAt,
      heldUntil: held,
      place: `${roomId} ${startsAt.toISOString()}`,
    }));
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/** If two bookings have one hour, the first gets it and the other is doubtful. */
async function claim(tx: TransactionSql, hours: readonly Hour[], claims: RestoredClaims): Promise<void> {
  if (hours.length === 0) return;
  const rows = await tx<{ stream: string; room_id: number; starts_at: Date }[]>`
    insert into room_hours (room_id, starts_at, booking_id, held_until)
    select room_id, starts_at, booking_id, held_until from unnest(
      ${hours.map(({ roomId }) => roomId)}::int[], ${hours.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
      ${hours.map(({ bookingId }) => bookingId)}::bigint[], ${hours.map((hour) => hour.heldUntil?.toISOString() ?? null)}::timestamptz[])
      as taken (room_id, starts_at, booking_id, held_until)
    on conflict do nothing
    returning 'booking-' || booking_id as stream, room_id, starts_at`;
  const claimed = new Set(rows.map((row) => `${row.stream} ${row.room_id} ${row.starts_at.toISOString()}`));
  claims.hours += claimed.size;
  for (const { stream, place } of hours) if (!claimed.has(`${stream} ${place}`)) claims.doubtful.push(stream);
}

/** Runs after the bookings: an hour that is both booked and closed belongs to a booking that was kept under the closure. */
async function closeHours(tx: TransactionSql, claims: RestoredClaims): Promise<void> {
  for await (const raw of readRawStreamsOf(tx, closureStream.category)) {
    const [{ stream }] = raw;
    try {
      const hours = closedHoursOf(fold(closureStream, eventsOf(closureStream, raw)));
      const rows = await tx<{ isNew: boolean }[]>`
        insert into room_hours (room_id, starts_at, block_ids)
        select room_id, starts_at, array[${closureStream.idOf(stream)}::bigint] from unnest(
          ${hours.map(({ roomId }) => roomId)}::int[], ${hours.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[])
          as closed (room_id, starts_at)
        on conflict (room_id, starts_at) do update set block_ids = room_hours.block_ids || excluded.block_ids
        returning xmax = 0 as "isNew"`;
      claims.hours += rows.filter(({ isNew }) => isNew).length;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      claims.doubtful.push(stream);
    }
  }
}
