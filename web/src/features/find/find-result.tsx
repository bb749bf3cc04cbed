/** Shows the result day by day; rooms that are too small are folded. */

import { useQuery } from "@tanstack/react-query";
import type { Room } from "../../../../bff/contract/room.ts";
import type { Found as FoundAnswer } from "../../../../bff/contract/visitor/find.ts";
import { daysBetween } from "../../../../core/calendar/room-hours.ts";
import { zoneName } from "../../../../core/venue/time/time-format.ts";
import { type FindRequest, findQuery } from "../../api/rooms.ts";
import { count, peopleText } from "../../format/counts.ts";
import { paidSentence } from "../../format/terms/venue-terms.ts";
import { useVenue, useZone } from "../../format/venue.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { FindResultDay } from "./find-result-day.tsx";
import { NextFreeTimes } from "./next-free-times.tsx";
import { WaitInstead } from "./wait-instead.tsx";

interface FoundProps {
  wish: FindRequest;
  rooms: readonly Room[];
  earliest: string;
}

const announced = ({ rooms }: FoundAnswer): string => {
  const exact = rooms.filter((time) => time.exact).length;
  return `${count(exact)} found, ${count(rooms.length - exact)} at another start.`;
};

export function FindResult({ wish, rooms, earliest }: FoundProps) {
  const zone = useZone();
  const { data, isError, refetch } = useQuery(findQuery(wish));
  const { downpaymentPercent } = useVenue();
  return (
    <>
      <p role="status" className="sr-only">
        {data ? announced(data) : "Searching…"}
      </p>
      {isError && (
        <div className="mt-12">
          <FailureNotice title="The free times could not be loaded." onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !isError && <FindResultSkeleton />}
      {data && (
        <>
          {data.tooSmall.length === rooms.filter((room) => room.bookable).length ? (
            <NoneThatLarge wish={wish} rooms={rooms} />
          ) : (
            <>
              {daysBetween(wish.day, wish.until ?? wish.day).map((day) => (
                <FindResultDay
                  key={day}
                  day={day}
                  found={data}
                  wish={wish}
                  rooms={rooms}
                  earliest={earliest}
                />
              ))}
              {!data.rooms.some(({ exact }) => exact) && (
                <WaitInstead wish={wish} rooms={rooms} tooSmall={data.tooSmall} />
              )}
              {data.rooms.length === 0 && <NextFreeTimes wish={wish} earliest={earliest} />}
            </>
          )}
          <TooSmall ids={data.tooSmall} wish={wish} rooms={rooms} />
          <p className="mt-8 text-sm text-muted">
            All times are in {zoneName(zone, new Date())}. Prices are for the whole visit.{" "}
            {paidSentence(downpaymentPercent)}
          </p>
        </>
      )}
    </>
  );
}

export function FindResultSkeleton() {
  return (
    <div className="mt-12">
      <Skeleton className="h-11 w-80" />
      <Skeleton className="mt-2 mb-4 h-7 w-64" />
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="mt-4 h-20" />
      ))}
    </div>
  );
}

function NoneThatLarge({ wish, rooms }: { wish: FindRequest; rooms: readonly Room[] }) {
  const [largest] = rooms.filter((room) => room.bookable).toSorted((a, b) => b.capacity - a.capacity);
  return (
    <section className="mt-12 border-2 border-ink bg-sheet p-6">
      <h2 className="poster-type text-4xl">No room holds {peopleText(wish.people)}</h2>
      {largest && (
        <p className="mt-2 text-lg">
          The largest is the {largest.name}, for up to {count(largest.capacity)}. Ask us if you are more: two
          rooms may be enough.
        </p>
      )}
    </section>
  );
}

function TooSmall({ ids, wish, rooms }: { ids: number[]; wish: FindRequest; rooms: readonly Room[] }) {
  if (ids.length === 0) return null;
  return (
    <details className="mt-8">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold underline decoration-2 underline-offset-4">
        Too small for {peopleText(wish.people)} ({ids.length})
      </summary>
      <ul className="mt-2 grid gap-1">
        {rooms
          .filter((room) => ids.includes(room.id))
          .map((room) => (
            <li key={room.id}>
              <a
                href={`/room/${room.slug}`}
                className="inline-flex min-h-9 items-center decoration-2 underline-offset-4 hover:underline"
              >
                {room.name}, up to {peopleText(room.capacity)}
              </a>
            </li>
          ))}
      </ul>
    </details>
  );
}
