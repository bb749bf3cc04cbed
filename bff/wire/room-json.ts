/** Owns how rooms read on the wire: what they cost, when they are taken, and when the next free hour of each is. */
import { toAmount } from "../../core/booking/money.ts";
import type { Core } from "../../core/context.ts";
import { freeOf, slotsToCome, type TakenHours, takenHours } from "../../core/finding/find-times.ts";
import { type OpeningSchedule, slotsOn } from "../../core/venue/opening-hours.ts";
import { firstOverlayOf } from "../../core/venue/overlays.ts";
import { ENGINEER_FEE } from "../../core/venue/room-rates.ts";
import type { Room } from "../../core/venue/rooms.ts";
import { addDays, BOOKING_HORIZON_DAYS, type VenueDay, venueDayOf } from "../../core/venue/venue-time.ts";
import type { TakenSpan } from "../../projections/views/availability.ts";
import { type RoomBooking, Room as RoomJson } from "../contract/room.ts";
import { picturesJson } from "./photo-json.ts";

/** How far ahead a free hour is looked for. */
export const LOOK_AHEAD_DAYS = 14;

interface OpenAt {
  now: Date;
  timeZone: string;
  opening: OpeningSchedule;
}

/** By room id: the UTC instant at which the next free bookable hour starts; no entry when none starts within 14 days. */
export function nextFreeHours(
  rooms: readonly Room[],
  taken: TakenHours,
  { now, timeZone, opening }: OpenAt,
): Map<number, Date> {
  const today = venueDayOf(now, timeZone);
  const next = new Map<number, Date>();
  const wanted = new Set(rooms.filter(({ bookable }) => bookable).map(({ id }) => id));
  for (let ahead = 0; ahead < LOOK_AHEAD_DAYS && wanted.size > 0; ahead++) {
    const slots = slotsOn(opening, addDays(today, ahead), timeZone).filter((slot) => slot > now);
    for (const roomId of wanted) {
      const free = slots.find((slot) => !taken.get(roomId)?.has(slot.getTime()));
      if (!free) continue;
      next.set(roomId, free);
      wanted.delete(roomId);
    }
  }
  return next;
}

/** Today while hours of it are still to begin, else the next day on which the house is open; today when there is none. */
function openDayAt({ now, timeZone, opening }: OpenAt): VenueDay {
  const today = venueDayOf(now, timeZone);
  for (let ahead = 0; ahead <= BOOKING_HORIZON_DAYS; ahead++) {
    const day = addDays(today, ahead);
    if (slotsOn(opening, day, timeZone).some((slot) => slot > now)) return day;
  }
  return today;
}

/** The fields of a room; the others are included only where the room differs from the first settings (decision 125). */
function shownOf({ rates, overlay, turnaroundHours, ...room }: Room) {
  const { engineer } = rates;
  const hasOwnFee = engineer && JSON.stringify(engineer) !== JSON.stringify(ENGINEER_FEE);
  const shown = {
    ...room,
    ...picturesJson(room),
    hourlyRate: toAmount(rates.hourlyCents),
    halfDayRate: toAmount(rates.halfDayCents),
    fullDayRate: toAmount(rates.fullDayCents),
    ...(overlay === firstOverlayOf(room.slug) ? {} : { overlay }),
    ...(hasOwnFee
      ? {
          engineerHourlyRate: toAmount(engineer.hourlyCents),
          engineerHalfDayRate: toAmount(engineer.halfDayCents),
          engineerFullDayRate: toAmount(engineer.fullDayCents),
        }
      : {}),
    ...(turnaroundHours === 0 ? {} : { turnaroundHours }),
  };
  // The contract's fields are all that is left, in the order they had: clients compare answers by their bytes.
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name in RoomJson.shape)) as Shown;
}

type Shown = Omit<RoomJson, "timeZone" | "nextFreeAt" | "openDay">;

/** `taken`: what is taken of these rooms within the next 14 days. */
export function roomsJson(
  { clock, timeZone, house }: Pick<Core, "clock" | "timeZone" | "house">,
  rooms: readonly Room[],
  taken: readonly TakenSpan[],
): RoomJson[] {
  const now = clock.now();
  const at = { now, timeZone, opening: house.schedule() };
  const standing = withoutLapsedHolds(taken, now);
  const hours = takenHours(standing);
  const nextFree = nextFreeHours(rooms, hours, at);
  const day = openDayAt(at);
  const slots = slotsToCome(day, at);
  const freeHours = (roomId: number) => freeOf(slots, hours.get(roomId)).map(({ hour }) => hour);
  return rooms.map((room) => ({
    ...shownOf(room),
    timeZone,
    nextFreeAt: nextFree.get(room.id)?.toISOString() ?? null,
    openDay: room.bookable ? { day, freeHours: freeHours(room.id) } : null,
  }));
}

export const roomBookingsJson = (
  taken: readonly (TakenSpan & { turnaround?: true })[],
  now: Date,
): RoomBooking[] =>
  withoutLapsedHolds(taken, now).map(({ startsAt, endsAt, heldUntil, blocked, turnaround }) => ({
    startTime: startsAt.toISOString(),
    endTime: endsAt.toISOString(),
    held: heldUntil !== null,
    heldUntil: heldUntil?.toISOString() ?? null,
    ...(blocked ? { blocked: true as const } : {}),
    ...(blocked?.reason == null ? {} : { reason: blocked.reason }),
    ...(turnaround ? { turnaround } : {}),
  }));

/**
 * A hold past its deadline keeps nobody from booking, though its expiry may not be written yet; but that of a booking which cannot be
 * read does, for nothing lets it go.
 */
export const withoutLapsedHolds = <Span extends Pick<TakenSpan, "heldUntil" | "unreadable">>(
  spans: readonly Span[],
  now: Date,
): Span[] =>
  spans.flatMap((span) => {
    if (span.heldUntil === null || span.heldUntil > now) return span;
    return span.unreadable ? { ...span, heldUntil: null } : [];
  });
