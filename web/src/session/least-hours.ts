/** Tells the shortest hourly booking of a page. The booking element has the room page's, since a choice continues there (decision 16). */
import type { Room } from "../../../bff/contract/room.ts";

/** The room page's own minimum number of hours. */
export const ROOM_PAGE_MIN_HOURS = 2;

/** The shortest hourly booking on a page: its own least, or the room's if that is longer. */
export const leastHoursOn = (page: number, { leastHours = 1 }: Pick<Room, "leastHours">): number =>
  Math.max(page, leastHours);
