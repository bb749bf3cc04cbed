/** Checks that the hour claims in `room_hours` are what the events of bookings and closures say, and repairs them if not. */

import { hoursOf } from "../booking/hold/hours.ts";
import { type Booking, type BookingState, heldUntil } from "../booking/state/booking-state.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import { readRawStreamsOf, readStream } from "../log/read.ts";
import { eventsOf, fold, isUnreadable, type Unreadable } from "../log/stream.ts";
import type { Sql, TransactionSql } from "../platform/database/database.ts";
import { type ClosedHourFault, checkClosedHours, placeOf, repairClosedHours } from "./closed-hours.ts";

/** Which booking has an hour of a room, and until when it is an unpaid hold. */
interface Taken {
  bookingId: number;
  heldUntil: Date | null;
}

/** An hour (UTC instant) for which the hour claims and the events differ. */
export interface HourClaimFault {
  roomId: number;
  startsAt: Date;
  claimed: Taken | null;
  events: Taken | null;
  /** For a row at an instant where no hour begins: that instant, as the database writes it. */
  stray?: string;
  /** Set if the fault is about which closures have the hour. */
  blocks?: ClosedHourFault["blocks"];
}

export interface HourClaimCheck {
  /** How many hours are taken, by the events. */
  hours: number;
  faults: HourClaimFault[];
}

const isSame = (a: Taken | null, b: Taken | null): boolean =>
  a?.bookingId === b?.bookingId && a?.heldUntil?.getTime() === b?.heldUntil?.getTime();

export interface HourClaimCheckOptions {
  onBooking?(): void;
  /** Called for a stream that cannot be read; its hours are then skipped. Without it, the error is thrown. */
  onUnreadable?(error: Unreadable, id: number): void;
}

/** Reads claims and events in one snapshot, in which they agree; bookings continue meanwhile. */
export const checkHourClaims = (sql: Sql, options: HourClaimCheckOptions = {}): Promise<HourClaimCheck> =>
  sql.begin("isolation level repeatable read read only", (tx) => checkHourClaimsIn(tx, options));

/** Checks within the caller's snapshot. */
export async function checkHourClaimsIn(
  tx: TransactionSql,
  { onBooking, onUnreadable }: HourClaimCheckOptions = {},
): Promise<HourClaimCheck> {
  const claimed = await readClaims(tx);
  const unreadable = new Set<number>();
  const differing: HourClaimFault[] = [];
  const missing = new Map<string, HourClaimFault[]>();
  let hours = 0;
  for await (const events of readRawStreamsOf(tx, bookingStream.category)) {
    const id = bookingStream.idOf(events[0].stream);
    if (id === null) continue;
    onBooking?.();
    let state: BookingState;
    try {
      state = fold(bookingStream, eventsOf(bookingStream, events));
    } catch (error) {
      if (!onUnreadable || !isUnreadable(error)) throw error;
      unreadable.add(id);
      onUnreadable(error, id);
      continue;
    }
    for (const { roomId, startsAt, ...wanted } of takenBy(id, state)) {
      hours += 1;
      const has = claimed.take(id, roomId, startsAt);
      if (isSame(has, wanted)) continue;
      const fault = { roomId, startsAt, claimed: has, events: wanted };
      if (has) differing.push(fault);
      else {
        const place = placeOf(roomId, startsAt);
        missing.set(place, [...(missing.get(place) ?? []), fault]);
      }
    }
  }
  const faults = [...differing, ...(await strayRows(tx))];
  // Finds which booking has the hour that another lacks, and the claims that no event explains.
  claimed.each((roomId, startsAt, has, isRight) => {
    const lacking = missing.get(placeOf(roomId, startsAt));
    for (const fault of lacking ?? []) fault.claimed = has;
    if (isRight || lacking || unreadable.has(has.bookingId)) return;
    faults.push({ roomId, startsAt, claimed: has, events: null });
  });
  for (const lacking of missing.values()) for (const fault of lacking) faults.push(fault);
  const blocked = await checkClosedHours(tx, (error, id) => {
    if (!onUnreadable || !isUnreadable(error)) throw error;
    onUnreadable(error, id);
  });
  hours += blocked.hours;
  for (const fault of blocked.faults) faults.push({ ...fault, claimed: null, events: null });
  faults.sort((a, b) => a.roomId - b.roomId || a.startsAt.getTime() - b.startsAt.getTime());
  return { hours, faults };
}

/** Neither a Date nor an event can name such an instant. */
const isStray = (tx: TransactionSql) =>
  tx`(not isfinite(starts_at) or starts_at <> date_trunc('minute', starts_at))`;

async function strayRows(tx: TransactionSql): Promise<HourClaimFault[]> {
  const rows = await tx<({ roomId: number; startsAt: Date; stray: string } & Taken)[]>`
    select room_id as "roomId", starts_at as "startsAt", starts_at::text as stray,
      booking_id as "bookingId", held_until as "heldUntil"
    from room_hours where ${isStray(tx)} order by room_id, starts_at`;
  return rows.map(({ roomId, startsAt, stray, bookingId, heldUntil }) => ({
    roomId,
    startsAt,
    claimed: { bookingId, heldUntil },
    events: null,
    stray,
  }));
}

/** The hour claims by booking, packed: a venue has millions of them after some years. */
async function readClaims(tx: TransactionSql) {
  const [row] = await tx<{ count: number }[]>`select count(*) as count from room_hours`;
  const most = row?.count ?? 0;
  const [bookings, rooms] = [new Float64Array(most), new Int32Array(most)];
  const [starts, holds] = [new Float64Array(most), new Float64Array(most)];
  const isRight = new Uint8Array(most);
  let count = 0;
  const chunks = tx<{ booking: number; room: number; start: number; hold: number | null }[]>`
    select booking_id as booking, room_id as room, (extract(epoch from starts_at) * 1000)::float8 as start,
      floor(extract(epoch from held_until) * 1000)::float8 as hold
    from room_hours where booking_id is not null and not ${isStray(tx)} order by booking_id`.cursor(5_000);
  for await (const rows of chunks) {
    for (const { booking, room, start, hold } of rows) {
      bookings[count] = booking;
      rooms[count] = room;
      starts[count] = start;
      holds[count] = hold ?? Number.NaN;
      count += 1;
    }
  }

  function firstOf(booking: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((bookings[middle] ?? 0) < booking) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function takenAt(i: number): Taken {
    const hold = holds[i] ?? Number.NaN;
    return { bookingId: bookings[i] ?? 0, heldUntil: Number.isNaN(hold) ? null : new Date(hold) };
  }

  return {
    /** The booking's own claim of the hour, marked as right; null if there is none. */
    take(booking: number, room: number, startsAt: Date): Taken | null {
      for (let i = firstOf(booking); i < count && bookings[i] === booking; i++) {
        if (rooms[i] !== room || starts[i] !== startsAt.getTime()) continue;
        isRight[i] = 1;
        return takenAt(i);
      }
      return null;
    },
    each(look: (roomId: number, startsAt: Date, has: Taken, isRight: boolean) => void): void {
      for (let i = 0; i < count; i++) {
        look(rooms[i] ?? 0, new Date(starts[i] ?? 0), takenAt(i), isRight[i] === 1);
      }
    },
  };
}

function takenBy(bookingId: number, state: BookingState): (Taken & { roomId: number; startsAt: Date })[] {
  if (!state.exists) return [];
  const { roomId } = state;
  return hoursOf(state).map((startsAt) => ({ roomId, startsAt, bookingId, heldUntil: heldUntil(state) }));
}

/** How many hours are repaired under one lock, while bookings wait. */
const MENDED_AT_ONCE = 50;

/**
 * Makes the hour claims at the faults' hours what the events say. Answers the faults that it could not repair: by the events two bookings
 * have the hour, or one of the two cannot be read. Needs the owner's connection. Bookings wait for some milliseconds, because each hour is
 * read again under a lock on the claims. `holderOf` gives the holder that an unpaid booking counts for.
 */
export async function repairHourClaims(
  ownerSql: Sql,
  faults: readonly HourClaimFault[],
  holderOf: (booking: Booking) => Promise<string | null>,
): Promise<HourClaimFault[]> {
  const left: HourClaimFault[] = [];
  for (let at = 0; at < faults.length; at += MENDED_AT_ONCE) {
    const some = faults.slice(at, at + MENDED_AT_ONCE);
    const holders = await holdersOf(ownerSql, some, holderOf);
    const stay = await ownerSql.begin(async (tx) => {
      await tx`lock table room_hours in share row exclusive mode`;
      const unmended: HourClaimFault[] = [];
      const blocked = some.flatMap(({ roomId, startsAt, blocks }) =>
        blocks ? [{ roomId, startsAt, blocks }] : [],
      );
      if (blocked.length > 0) await repairClosedHours(tx, blocked);
      for (const fault of some) {
        if (fault.blocks) continue;
        const isMended = await mendHour(tx, fault, holders).catch((error: unknown) => {
          if (!isUnreadable(error)) throw error;
          return false;
        });
        if (!isMended) unmended.push(fault);
      }
      return unmended;
    });
    left.push(...stay);
  }
  return left;
}

async function stateOf(sql: Sql | TransactionSql, id: number): Promise<BookingState> {
  return fold(bookingStream, await readStream(sql, bookingStream, id));
}

async function holdersOf(
  sql: Sql,
  faults: readonly HourClaimFault[],
  holderOf: (booking: Booking) => Promise<string | null>,
): Promise<Map<number, string | null>> {
  const holders = new Map<number, string | null>();
  for (const { events } of faults) {
    if (!events?.heldUntil || holders.has(events.bookingId)) continue;
    const state = await stateOf(sql, events.bookingId);
    if (state.exists) holders.set(events.bookingId, await holderOf(state));
  }
  return holders;
}

async function mendHour(
  tx: TransactionSql,
  { roomId, startsAt, events, stray }: HourClaimFault,
  holders: ReadonlyMap<number, string | null>,
): Promise<boolean> {
  if (stray !== undefined) {
    await tx`delete from room_hours where room_id = ${roomId} and starts_at = ${stray}::text::timestamptz`;
    return true;
  }
  const [row] = await tx<Taken[]>`
    select booking_id as "bookingId", held_until as "heldUntil" from room_hours
    where room_id = ${roomId} and starts_at = ${startsAt} and booking_id is not null`;
  const wantedBy = async (id: number | undefined): Promise<Taken | null> => {
    if (id === undefined) return null;
    const all = takenBy(id, await stateOf(tx, id));
    return all.find((one) => one.roomId === roomId && one.startsAt.getTime() === startsAt.getTime()) ?? null;
  };
  const holding = await wantedBy(row?.bookingId);
  const wanted = events?.bookingId === row?.bookingId ? holding : await wantedBy(events?.bookingId);
  if (holding && wanted && holding.bookingId !== wanted.bookingId) return false;
  const right = wanted ?? holding;
  if (isSame(row ?? null, right)) return true;
  // The log does not say from which address the booking was requested. Its other hour claims do, while one is left.
  const [known] = await tx<{ caller: string | null }[]>`
    select caller from room_hours where booking_id = ${right?.bookingId ?? null} and caller is not null limit 1`;
  // A closed hour stays closed.
  await tx`
    delete from room_hours where room_id = ${roomId} and starts_at = ${startsAt} and block_ids = '{}'`;
  await tx`
    update room_hours set booking_id = null, held_until = null, holder = null, caller = null
    where room_id = ${roomId} and starts_at = ${startsAt}`;
  if (!right) return true;
  const holder = right.heldUntil ? (holders.get(right.bookingId) ?? null) : null;
  const caller = right.heldUntil ? (known?.caller ?? null) : null;
  await tx`
    insert into room_hours (room_id, starts_at, booking_id, held_until, holder, caller)
    values (${roomId}, ${startsAt}, ${right.bookingId}, ${right.heldUntil}, ${holder}, ${caller})
    on conflict (room_id, starts_at) do update
    set booking_id = excluded.booking_id, held_until = excluded.held_until, holder = excluded.holder,
      caller = excluded.caller`;
  return true;
}
