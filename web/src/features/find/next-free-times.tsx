/** Shown if nothing fits on the requested days: the nearest times on the days after them. */
import { useQuery } from "@tanstack/react-query";
import type { Found } from "../../../../bff/contract/visitor/find.ts";
import { addDays } from "../../../../core/venue/time/venue-time.ts";
import { type FindRequest, findQuery } from "../../api/rooms.ts";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FreeRoomList } from "./free-room-list.tsx";

const DAYS_LOOKED_AT = 14;
const MOST_SHOWN = 4;

/** The soonest days first. Times of one day keep the server's order: the requested start first, then the cheapest. */
function soonest({ rooms }: Found): Found["rooms"] {
  return rooms.toSorted((a, b) => a.day.localeCompare(b.day)).slice(0, MOST_SHOWN);
}

export function NextFreeTimes({ wish, earliest }: { wish: FindRequest; earliest: string }) {
  const last = wish.until ?? wish.day;
  const day = last < earliest ? earliest : addDays(last, 1);
  const later: FindRequest = { ...wish, day, until: addDays(day, DAYS_LOOKED_AT - 1) };
  const { data, isError } = useQuery(findQuery(later));
  if (isError) return null;
  const times = data ? soonest(data) : null;
  return (
    <section aria-labelledby="found-later" className="mt-12">
      <h2 id="found-later" className="poster-type text-4xl">
        The next free times
      </h2>
      {times === null && <Skeleton className="mt-4 h-48" />}
      {times?.length === 0 && (
        <p className="mt-3 max-w-xl text-lg">
          Nothing fits in the following two weeks. Try fewer hours, or call <PhoneLink /> and ask us to look
          for a time.
        </p>
      )}
      {data && times && times.length > 0 && <FreeRoomList found={data} times={times} wish={wish} />}
    </section>
  );
}
