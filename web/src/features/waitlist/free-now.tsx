/** What can be booked now instead of waiting for it: each of the free hours with the way to its filled form. */
import type { Room } from "../../../../bff/contract/room.ts";
import type { FreeHours } from "../../../../bff/contract/visitor/waitlist.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { bookHref } from "../../format/book-href.ts";
import { useZone } from "../../format/venue.ts";
import { buttonClass } from "../../ui/button.tsx";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";

interface FreeNowProps {
  free: readonly FreeHours[];
  wish: AskedWish;
  rooms: readonly Room[];
  /** One of them was chosen: the page leads to its form. */
  onBook(): void;
}

export function FreeNow({ free, wish, rooms, onBook }: FreeNowProps) {
  const zone = useZone();
  return (
    <div role="alert" className="border-l-4 border-action py-1 pl-4">
      <p className="font-semibold">You need not wait: this is free now.</p>
      <ul className="mt-2 grid gap-2">
        {free.map(({ roomId, startTime, endTime }) => {
          const room = rooms.find(({ id }) => id === roomId);
          if (!room) return null;
          const startsAt = new Date(startTime);
          const when = dayAndTime(startsAt, new Date(endTime), zone);
          const href = bookHref(room.slug, {
            day: venueDayOf(startsAt, zone),
            startHour: venueClockOf(startsAt, zone).hour,
            hours: wish.hours,
            duration: wish.duration,
            people: wish.people ?? 1,
            activity: wish.eventType,
          });
          return (
            <li
              key={`${roomId} ${startTime}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
            >
              <span className="figures">
                {room.name}, {when}
              </span>
              <a href={href} className={buttonClass({ className: "mr-1" })} onClick={onBook}>
                Book
                <span className="sr-only">
                  {" "}
                  {room.name}, {when}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
