/** Owns when each room's next free hour is, as the posters of the home page show it. */
import type { Room } from "../../core/venue/rooms.ts";
import { addDays, hoursBetween, slotStarts, venueDayOf } from "../../core/venue/venue-time.ts";
import type { TakenSpan } from "../../projections/views/availability.ts";

/** How far ahead a free hour is looked for. */
export const LOOK_AHEAD_DAYS = 14;

/** By room id: the UTC instant at which the next free bookable hour starts; no entry when none starts within 14 days. */
export function nextFreeHours(
  rooms: readonly Room[],
  taken: readonly TakenSpan[],
  now: Date,
  timeZone: string,
): Map<number, Date> {
  const today = venueDayOf(now, timeZone);
  const slots = Array.from({ length: LOOK_AHEAD_DAYS }, (_, day) => slotStarts(addDays(today, day), timeZone))
    .flat()
    .filter((slot) => slot > now);
  const takenHours = new Set(
    taken.flatMap((span) =>
      hoursBetween(span.startsAt, span.endsAt).map((hour) => `${span.roomId} ${hour.getTime()}`),
    ),
  );
  const next = new Map<number, Date>();
  for (const room of rooms) {
    if (!room.bookable) continue;
    const free = slots.find((slot) => !takenHours.has(`${room.id} ${slot.getTime()}`));
    if (free) next.set(room.id, free);
  }
  return next;
}

/** A hold past its deadline keeps nobody from booking, though its expiry may not be written yet. */
export function standing(spans: readonly TakenSpan[], now: Date): TakenSpan[] {
  return spans.filter((span) => span.heldUntil === null || span.heldUntil > now);
}
