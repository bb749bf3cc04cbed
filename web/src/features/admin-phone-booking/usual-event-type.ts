/** Proposes the kind of event that a room is usually booked for, by the room's own words. Pure. */
import type { Room } from "../../../../bff/contract/room.ts";
import { EVENT_TYPES, type EventType } from "../../../../core/booking/rules/event-types.ts";

/** The first kind whose words a room's name or description has. */
const BY_WORDS: readonly [RegExp, EventType][] = [
  [/record|mixing|production|podcast|control room/i, "Recording Session"],
  [/rehears|practice|band room/i, "Rehearsal"],
  [/audito|theat|stage|concert|performance/i, "Performance"],
  [/class|workshop|course|lesson/i, "Workshop"],
  [/meeting|conference|board/i, "Meeting"],
];

/** The name decides before the description. */
export function usualEventType(rooms: readonly Room[], roomId: number | undefined): EventType {
  const room = rooms.find(({ id }) => id === roomId) ?? rooms[0];
  for (const text of [room?.name ?? "", room?.description ?? ""]) {
    const found = BY_WORDS.find(([words]) => words.test(text));
    if (found) return found[1];
  }
  return EVENT_TYPES[0];
}
