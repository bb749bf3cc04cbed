/** Writes rooms: what they cost, when they are taken, and the next free hour of each. */
import {
  calendarsOf,
  daysBetween,
  freeHours,
  hoursOn,
  lastBookableDay,
  type RoomCalendar,
} from "../../core/calendar/room-hours.ts";
import { withoutOverdueHolds } from "../../core/calendar/taken-hours.ts";
import type { Core } from "../../core/context.ts";
import { firstOverlayOf } from "../../core/venue/rooms/overlays.ts";
import { ENGINEER_FEE, ratesOn } from "../../core/venue/rooms/room-rates.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";
import { type OpeningSchedule, slotsOn } from "../../core/venue/time/opening-hours.ts";
import { addDays, type VenueDay, venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { TakenSpan } from "../../projections/views/availability.ts";
import { type RoomBooking, Room as RoomJson } from "../contract/room.ts";
import { engineerFeeJson, laterPricesJson, picturesJson, ratesJson } from "./room-parts-json.ts";

/** How many days ahead a free hour is searched. */
export const LOOK_AHEAD_DAYS = 14;

interface OpenAt {
  now: Date;
  zone: string;
  opening: OpeningSchedule;
}

/** The UTC instant at which the room's next free bookable hour starts; null when none starts within 14 days. */
export function nextFreeHour(calendar: RoomCalendar): Date | null {
  const today = venueDayOf(calendar.now, calendar.zone);
  for (let ahead = 0; ahead < LOOK_AHEAD_DAYS; ahead++) {
    const free = hoursOn(addDays(today, ahead), calendar).find(({ state }) => state === "free");
    if (free) return free.startsAt;
  }
  return null;
}

/** Today while some of its hours have not begun, otherwise the next open day; today if there is none. */
function openDayAt({ now, zone, opening }: OpenAt): VenueDay {
  const today = venueDayOf(now, zone);
  const isOpen = (day: VenueDay) => slotsOn(opening, day, zone).some((slot) => slot > now);
  return daysBetween(today, lastBookableDay(today)).find(isOpen) ?? today;
}

/** The fields of a room; the others are included only where the room differs from the first settings (decision 125). */
function shownOf(
  { rates: stored, overlay, turnaroundHours, priceRules: _, laterPrices, leastHours, ...described }: Room,
  today: VenueDay,
) {
  const rates = ratesOn(stored, today);
  const { rules: priceRules = [] } = rates;
  const later = laterPrices.filter(({ from }) => from > today);
  const { widthFeet, depthFeet, heightFeet, plan, sound, look, ...room } = described;
  const { engineer } = rates;
  const hasOwnFee = engineer && JSON.stringify(engineer) !== JSON.stringify(ENGINEER_FEE);
  const shown = {
    ...room,
    ...picturesJson(room),
    ...ratesJson(rates),
    ...(overlay === firstOverlayOf(room.slug) ? {} : { overlay }),
    ...(hasOwnFee ? engineerFeeJson(engineer) : {}),
    ...(turnaroundHours === 0 ? {} : { turnaroundHours }),
    ...(priceRules.length === 0 ? {} : { priceRules }),
    ...(later.length === 0 ? {} : { laterPrices: laterPricesJson(later) }),
    ...(leastHours === 1 ? {} : { leastHours }),
    ...known({ widthFeet, depthFeet, heightFeet, sound, look }),
    ...(plan.length === 0 ? {} : { plan }),
  };
  // Exactly the contract's fields remain, in the order they had: clients compare answers by their bytes.
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name in RoomJson.shape)) as Shown;
}

/** The fields that say something. */
const known = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ""));

type Shown = Omit<RoomJson, "timeZone" | "nextFreeAt" | "openDay">;

/** `taken`: the taken hours of these rooms within the next 14 days. */
export function roomsJson(
  { clock, timeZone, settings }: Pick<Core, "clock" | "timeZone" | "settings">,
  rooms: readonly Room[],
  taken: readonly TakenSpan[],
): RoomJson[] {
  const at = { now: clock.now(), zone: timeZone, opening: settings.schedule() };
  const calendars = calendarsOf(rooms, taken, at);
  const day = openDayAt(at);
  const today = venueDayOf(at.now, timeZone);
  return rooms.flatMap((room) => {
    const calendar = calendars.get(room.id);
    if (!calendar) return [];
    const { bookable } = room;
    return {
      ...shownOf(room, today),
      timeZone,
      nextFreeAt: (bookable && nextFreeHour(calendar)?.toISOString()) || null,
      openDay: bookable ? { day, freeHours: freeHours(hoursOn(day, calendar)) } : null,
    };
  });
}

export const roomBookingsJson = (
  taken: readonly (TakenSpan & { turnaround?: true })[],
  now: Date,
): RoomBooking[] =>
  withoutOverdueHolds(taken, now).map(({ startsAt, endsAt, heldUntil, blocked, turnaround }) => ({
    startTime: startsAt.toISOString(),
    endTime: endsAt.toISOString(),
    held: heldUntil !== null,
    heldUntil: heldUntil?.toISOString() ?? null,
    ...(blocked ? { blocked: true as const } : {}),
    ...(blocked?.reason == null ? {} : { reason: blocked.reason }),
    ...(turnaround ? { turnaround } : {}),
  }));
