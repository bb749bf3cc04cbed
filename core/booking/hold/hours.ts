/** Translates a step of a booking into hour claims: which hours it claims, releases or keeps, from the states before and after. */
import type { AppendRule } from "../../log/append-request.ts";
import type { Sql } from "../../platform/database/database.ts";
import { hoursBetween } from "../../venue/time/venue-time.ts";
import { type Booking, type BookingState, hasHours, heldUntil } from "../state/booking-state.ts";

/** The constraints of hour claims: hours are claimed or too near to a visit, and a holder or an address has too much unpaid. */
export const HOURS_CLAIMED = "room_hours_one_booking";
/** Another visit is nearer than the room's turnaround (`guard.keep_turnaround`). */
export const TURNAROUND_BROKEN = "room_hours_turnaround";
export const TOO_MANY_OPEN_HOLDS = "room_hours_open_holds";
export const TOO_MANY_OPEN_HOURS = "room_hours_open_hours";
export const TOO_MANY_OPEN_HOURS_OF_ADDRESS = "room_hours_open_hours_of_caller";

/** Hours of one room that one booking claims, releases, or keeps with another deadline. */
export interface HourOperation extends AppendRule {
  operation: "claim" | "release" | "keep" | "carry_caller";
  roomId: number;
  /** UTC instants, ascending. */
  hours: Date[];
  /** Until when they are an unpaid hold; null if they are not one any more. */
  heldUntil?: Date | null;
  /** While unpaid: the keyed hash of the holder that they count for (`holder.ts`). */
  holder?: string | null;
  /** For a new hold: the keyed hash of the address that asked. */
  caller?: string | null;
  /** An hour that this booking had before. New hours count for the same address as that hour. */
  from?: Date;
}

/**
 * The claims that keep booking `id` from these hours of a room: of a booking that has one of them, or that is nearer than the room's
 * turnaround to an hour that `id` does not have yet (`due` if it is a hold past its deadline), or of a closure (`bookingId` null).
 */
export async function bookingsOnHours(
  sql: Sql,
  id: number | null,
  { roomId, startsAt, endsAt }: Pick<Booking, "roomId" | "startsAt" | "endsAt">,
  now: Date,
): Promise<{ bookingId: number | null; due: boolean }[]> {
  const hours = hoursBetween(startsAt, endsAt).map((hour) => hour.toISOString());
  return sql<{ bookingId: number | null; due: boolean }[]>`
    with room as (select turnaround_hours * interval '1 hour' as turnaround from rooms where id = ${roomId}),
    wanted as (
      select hour from unnest(${hours}::timestamptz[]) hour
      where not exists (
        select from room_hours where room_id = ${roomId} and starts_at = hour and booking_id = ${id}::bigint))
    select distinct booking_id as "bookingId", coalesce(held_until <= ${now}, false) as due
    from wanted, room join room_hours on room_id = ${roomId}
    where (booking_id is null or booking_id is distinct from ${id}::bigint)
      and starts_at between hour - turnaround and hour + turnaround
      and (starts_at = hour or booking_id is not null)`;
}

/** The hours that the booking must have claimed: UTC instants, none while it is cancelled or a no-show has freed them. */
export const hoursOf = (state: BookingState): Date[] =>
  state.exists && hasHours(state) ? hoursBetween(state.startsAt, state.endsAt) : [];

/**
 * The hour claims for the step from `before` to `after`; empty if none changes. Claims come before releases
 * (migrations/functions/log/append_events.sql says why). `holder` is called only if hours stay or become an unpaid hold; `caller` is the
 * address that asked for a new hold, if addresses are counted.
 */
export async function hourOperations(
  before: BookingState,
  after: Booking,
  holder: () => Promise<string | null> | string | null,
  caller: string | null = null,
): Promise<HourOperation[]> {
  const { roomId } = after;
  const [earlier, has] = [hoursOf(before), hoursOf(after)];
  // A move to another room keeps no hour. Staff moved the booking, so its hold no longer counts for an address.
  const sameRoom = !before.exists || before.roomId === roomId;
  const had = new Set(sameRoom ? earlier.map((hour) => hour.getTime()) : []);
  const wanted = new Set(sameRoom ? has.map((hour) => hour.getTime()) : []);
  const deadline = heldUntil(after);
  // A hold of a guest with a new email counts for that mailbox.
  const isOfOther = before.exists && deadline !== null && before.personId !== after.personId;
  const holdChanged = before.exists && (heldUntil(before)?.getTime() !== deadline?.getTime() || isOfOther);
  const claim = has.filter((hour) => !had.has(hour.getTime()));
  const release = earlier.filter((hour) => !wanted.has(hour.getTime()));
  const keep = holdChanged ? has.filter((hour) => had.has(hour.getTime())) : [];
  const from = sameRoom ? earlier[0] : undefined;
  const hold =
    claim.length + keep.length > 0
      ? { heldUntil: deadline, holder: deadline ? await holder() : null }
      : undefined;
  const operations: HourOperation[] = [
    { operation: "claim", roomId, hours: claim, ...hold, ...(caller === null ? {} : { caller }) },
    ...(from && deadline ? [{ operation: "carry_caller" as const, roomId, hours: claim, from }] : []),
    { operation: "release", roomId: before.exists ? before.roomId : roomId, hours: release },
    { operation: "keep", roomId, hours: keep, ...hold },
  ];
  return operations.filter(({ hours }) => hours.length > 0);
}
