/** Owns whether the guard `room_hours` is what the bookings' events say, and mending it where it is not. */
import { readStream, readStreamsOf } from "../log/read.ts";
import { fold } from "../log/stream.ts";
import type { Sql, TransactionSql } from "../platform/database.ts";
import { type BookingState, heldUntil } from "./booking-state.ts";
import { bookingStream } from "./booking-stream.ts";
import { hoursOf } from "./hours.ts";

/** Who has an hour of a room, and until when it is an unpaid hold. */
interface Taken {
  bookingId: number;
  heldUntil: Date | null;
}

/** An hour (UTC instant) of which the guard and the events speak differently. */
export interface GuardFault {
  roomId: number;
  startsAt: Date;
  guard: Taken | null;
  events: Taken | null;
}

export interface GuardCheck {
  /** Hours that the events give to somebody. */
  hours: number;
  faults: GuardFault[];
}

const placeOf = (roomId: number, startsAt: Date): string => `${roomId} ${startsAt.getTime()}`;

const isSame = (a: Taken | null, b: Taken | null): boolean =>
  a?.bookingId === b?.bookingId && a?.heldUntil?.getTime() === b?.heldUntil?.getTime();

/** Both are read in one snapshot, in which hours and events stand together: bookings go on meanwhile. Throws at an event that cannot be read. */
export function checkGuard(sql: Sql, onBooking: () => void = () => undefined): Promise<GuardCheck> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const guard = new Map<string, Taken>();
    const taken = tx<{ room_id: number; starts_at: Date; booking_id: number; held_until: Date | null }[]>`
      select room_id, starts_at, booking_id, held_until from room_hours`.cursor(5_000);
    for await (const rows of taken) {
      for (const { room_id, starts_at, booking_id, held_until } of rows) {
        guard.set(placeOf(room_id, starts_at), { bookingId: booking_id, heldUntil: held_until });
      }
    }
    const check: GuardCheck = { hours: 0, faults: [] };
    const named = new Set<string>();
    for await (const events of readStreamsOf(tx, bookingStream)) {
      onBooking();
      const state = fold(bookingStream, events);
      for (const { roomId, startsAt, ...wanted } of takenBy(events[0].id, state)) {
        check.hours += 1;
        const place = placeOf(roomId, startsAt);
        const has = guard.get(place) ?? null;
        if (!isSame(has, wanted)) check.faults.push({ roomId, startsAt, guard: has, events: wanted });
        if (has?.bookingId === wanted.bookingId) guard.delete(place);
        else named.add(place);
      }
    }
    for (const [place, has] of guard) {
      if (named.has(place)) continue;
      const [roomId, startsAt] = place.split(" ").map(Number);
      check.faults.push({ roomId: roomId ?? 0, startsAt: new Date(startsAt ?? 0), guard: has, events: null });
    }
    check.faults.sort((a, b) => a.roomId - b.roomId || a.startsAt.getTime() - b.startsAt.getTime());
    return check;
  });
}

function takenBy(bookingId: number, state: BookingState): (Taken & { roomId: number; startsAt: Date })[] {
  if (!state.exists) return [];
  return hoursOf(state).map((startsAt) => ({
    roomId: state.roomId,
    startsAt,
    bookingId,
    heldUntil: heldUntil(state),
  }));
}

/** So many hours are mended while bookings wait. */
const MENDED_AT_ONCE = 50;

/**
 * Makes the guard what the events say at the faults' hours; answers those that it could not mend, since by the events two bookings
 * have the hour. Needs the owner's connection. Bookings wait for some milliseconds: with the guard locked, each hour is looked at
 * again. `holderOf` says who counts for a booking that is unpaid.
 */
export async function mendGuard(
  ownerSql: Sql,
  faults: readonly GuardFault[],
  holderOf: (personId: string) => Promise<string | null>,
): Promise<GuardFault[]> {
  const left: GuardFault[] = [];
  for (let at = 0; at < faults.length; at += MENDED_AT_ONCE) {
    const some = faults.slice(at, at + MENDED_AT_ONCE);
    const holders = await holdersOf(ownerSql, some, holderOf);
    const stay = await ownerSql.begin(async (tx) => {
      await tx`lock table room_hours in share row exclusive mode`;
      const unmended: GuardFault[] = [];
      for (const fault of some) if (!(await mendHour(tx, fault, holders))) unmended.push(fault);
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
  faults: readonly GuardFault[],
  holderOf: (personId: string) => Promise<string | null>,
): Promise<Map<number, string | null>> {
  const holders = new Map<number, string | null>();
  for (const { events } of faults) {
    if (!events?.heldUntil || holders.has(events.bookingId)) continue;
    const state = await stateOf(sql, events.bookingId);
    if (state.exists) holders.set(events.bookingId, await holderOf(state.personId));
  }
  return holders;
}

async function mendHour(
  tx: TransactionSql,
  { roomId, startsAt, events }: GuardFault,
  holders: ReadonlyMap<number, string | null>,
): Promise<boolean> {
  const [row] = await tx<Taken[]>`
    select booking_id as "bookingId", held_until as "heldUntil" from room_hours
    where room_id = ${roomId} and starts_at = ${startsAt}`;
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
  await tx`delete from room_hours where room_id = ${roomId} and starts_at = ${startsAt}`;
  if (!right) return true;
  const holder = right.heldUntil ? (holders.get(right.bookingId) ?? null) : null;
  await tx`
    insert into room_hours (room_id, starts_at, booking_id, held_until, holder)
    values (${roomId}, ${startsAt}, ${right.bookingId}, ${right.heldUntil}, ${holder})`;
  return true;
}
