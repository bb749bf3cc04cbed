/** Shown if nothing is free at the requested hours: the offer to wait for them, in every room that is large enough. */
import type { Room } from "../../../../bff/contract/room.ts";
import type { FindRequest } from "../../api/rooms.ts";
import { hoursOfDay, isClosedDay, usualHours } from "../../format/venue.ts";
import { windowAround } from "../../format/waitlist-window.ts";
import { TellMe } from "../../ui/waitlist/tell-me.tsx";
import { describeFindRequest } from "./find-request.ts";
import { suits } from "./suits.ts";

interface WaitInsteadProps {
  wish: FindRequest;
  rooms: readonly Room[];
  tooSmall: readonly number[];
}

export function WaitInstead({ wish, rooms, tooSmall }: WaitInsteadProps) {
  const { day, until, startHour, hours, people, activity } = wish;
  const opening = until === undefined ? hoursOfDay(day) : usualHours();
  const fitting = rooms.filter(
    ({ id, bookable, leastHours = 1 }) => bookable && leastHours <= hours && !tooSmall.includes(id),
  );
  // No one can wait for a day on which the venue is closed.
  if (fitting.length === 0 || (until === undefined && isClosedDay(day))) return null;
  const suiting = (room: Room) => (activity === undefined ? 0 : suits(room, activity));
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-2 border-ink bg-sheet p-4 sm:px-6">
      <p className="text-lg">
        Only {describeFindRequest(wish)} will do? Wait for it: hours that free up go to people in order.
      </p>
      <TellMe
        className="mr-1"
        wish={{
          roomIds: fitting.toSorted((a, b) => suiting(b) - suiting(a)).map(({ id }) => id),
          day,
          until,
          ...windowAround({ from: startHour, to: startHour + hours }, hours, opening),
          hours,
          duration: "hourly",
          people,
          eventType: activity,
        }}
      />
    </div>
  );
}
