/** Shows one day of the result: what fits, what is nearest, what does not fit, and why. */
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { Found } from "../../../../bff/contract/visitor/find.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { pluralWeekdayOf } from "../../../../core/venue/time/opening-hours.ts";
import { dayName, shortDay } from "../../../../core/venue/time/time-format.ts";
import type { FindRequest } from "../../api/rooms.ts";
import { isClosedDay } from "../../format/venue.ts";
import { describeFindRequest, findHref, hasHoursInARow, nearestOpenDay } from "./find-request.ts";
import { FreeRoomRow } from "./free-room-row.tsx";
import { bySuiting, whySuits } from "./suits.ts";

interface FoundDayProps {
  day: string;
  found: Found;
  wish: FindRequest;
  rooms: readonly Room[];
  /** The first day that can be booked. */
  earliest: string;
}

const roomsWords = (n: number): string => countText(n, "room is", "rooms are");

/** The sentence below a day's heading. */
function dayWords(
  day: string,
  { exact, near, open }: { exact: number; near: number; open: boolean },
  wish: FindRequest,
): string {
  if (isClosedDay(day)) return `The venue is closed on ${pluralWeekdayOf(day)}.`;
  if (!open) return "No hours are left on this day.";
  const asked = describeFindRequest(wish);
  if (exact > 0)
    return `${roomsWords(exact)} free for ${asked}${near > 0 ? ", and other rooms at another start." : "."}`;
  if (near > 0) return `Nothing is free for ${asked}. These are the nearest starts.`;
  return `Nothing is free for ${asked}, nor at any other start.`;
}

export function FindResultDay({ day, found, wish, rooms, earliest }: FoundDayProps) {
  const { activity } = wish;
  const times = bySuiting(
    found.rooms.filter((time) => time.day === day),
    rooms,
    activity,
  );
  const whyOf = (roomId: number) => {
    const room = rooms.find(({ id }) => id === roomId);
    return room && activity ? whySuits(room, activity) : null;
  };
  const days = found.days.filter((each) => each.day === day);
  const exact = times.filter((time) => time.exact).length;
  const open =
    rooms.some((room) => room.bookable) && (days.length > 0 || (day >= earliest && !isClosedDay(day)));
  const without = days.filter(({ starts }) => starts.length === 0);
  const single = wish.until === undefined;
  return (
    <section aria-labelledby={`found-${day}`} className="mt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 id={`found-${day}`} className="poster-type text-4xl sm:text-5xl">
          {dayName(day, Number(earliest.slice(0, 4)))}
        </h2>
        {single && (
          <p className="flex gap-x-6 font-semibold">
            {nearestOpenDay(day, -1) >= earliest && (
              <DayLink wish={wish} day={nearestOpenDay(day, -1)}>
                ← {shortDay(nearestOpenDay(day, -1))}
              </DayLink>
            )}
            <DayLink wish={wish} day={nearestOpenDay(day, 1)}>
              {shortDay(nearestOpenDay(day, 1))} →
            </DayLink>
          </p>
        )}
      </div>
      <p className="mt-2 mb-4 text-lg">{dayWords(day, { exact, near: times.length - exact, open }, wish)}</p>
      {times.length > 0 && (
        <ul className="border-b-2 border-ink">
          {times.map((time) => (
            <FreeRoomRow
              key={time.roomId}
              time={time}
              roomDay={days.find(({ roomId }) => roomId === time.roomId)}
              wish={wish}
              why={whyOf(time.roomId)}
            />
          ))}
        </ul>
      )}
      {without.length > 0 && (
        <p className="mt-3 text-muted">
          {without.map(({ roomId, freeHours }, at) => {
            const room = rooms.find(({ id }) => id === roomId);
            // A time of this length is free, so it is the price that does not fit.
            const dear = wish.maxPrice !== undefined && hasHoursInARow(freeHours, wish.hours);
            return (
              <span key={roomId}>
                {at > 0 && " · "}
                {room?.name ?? "A room"}:{" "}
                {dear ? `over ${formatMoney(String(wish.maxPrice))}` : "not free that long"}
              </span>
            );
          })}
        </p>
      )}
    </section>
  );
}

function DayLink({ wish, day, children }: { wish: FindRequest; day: string; children: ReactNode }) {
  return (
    <a
      href={findHref({ ...wish, day })}
      className="inline-flex min-h-11 items-center underline decoration-2 underline-offset-4 hover:text-action"
    >
      {children}
    </a>
  );
}
