/** Suggests public holidays for closures: the coming ones, each closed with one further press. */

import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { Closure } from "../../../../bff/contract/venue/closure.ts";
import type { Holidays } from "../../../../bff/contract/venue/holiday.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { addDays, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { isClosedDay, useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { holidaysQuery } from "./calls.ts";
import { instantsOf, spanAsked } from "./closure-span.ts";
import type { NamedRoom } from "./closure-words.ts";

const FIRST_SHOWN = 5;

type Holiday = Holidays["holidays"][number];

interface HolidaySuggestionsProps {
  today: VenueDay;
  /** The closures that exist already. */
  blocks: readonly Closure[];
  rooms: readonly NamedRoom[];
  onClose(day: VenueDay, untilDay: VenueDay): void;
}

export function HolidaySuggestions({ today, blocks, rooms, onClose }: HolidaySuggestionsProps) {
  const zone = useZone();
  const year = Number(today.slice(0, 4));
  const years = useQueries({ queries: [holidaysQuery(year), holidaysQuery(year + 1)] });
  const [all, setAll] = useState(false);
  const pending = years.some(({ isPending }) => isPending);
  const failed = years.some(({ isError }) => isError);
  const place = years[0]?.data;
  const ahead = years
    .flatMap(({ data }) => data?.holidays ?? [])
    .filter((holiday) => holiday.until >= today && holiday.day <= addDays(today, 365) && isOpenOn(holiday));
  const shown = all ? ahead : ahead.slice(0, FIRST_SHOWN);

  return (
    <section aria-labelledby="holidays-title" className="grid gap-3">
      <div>
        <h2 id="holidays-title" className="text-lg font-semibold">
          Public holidays
        </h2>
        <p className="text-sm text-muted">
          {place?.country === null
            ? "Set the venue's country on the Venue tab to see its public holidays here."
            : "The venue is open on public holidays unless you close it. Its country is set on the Venue tab."}
        </p>
      </div>
      {failed && (
        <FailureNotice
          title="Failed to fetch public holidays"
          onRetry={() => void Promise.all(years.map(({ refetch }) => refetch()))}
        />
      )}
      {pending && <Skeleton className="h-40" />}
      {shown.length > 0 && (
        <ul aria-label="Public holidays" className="border-t border-rule">
          {shown.map((holiday) => {
            const { day, until, name } = holiday;
            const words = `${name}, ${shortDayAndYear(day)}`;
            return (
              <li
                key={`${day} ${name}`}
                className="flex min-h-13 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2"
              >
                <span className="figures">
                  <strong className="font-semibold">{name}</strong>, {shortDayAndYear(day)}
                  {until > day && ` – ${shortDayAndYear(until)}`}
                </span>
                {isCovered(holiday, blocks, rooms, zone) ? (
                  <Badge tone="neutral">Closed</Badge>
                ) : (
                  <Button
                    density="dense"
                    aria-label={`${words}: close the venue`}
                    onClick={() => onClose(day, until)}
                  >
                    Close the venue
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {ahead.length > FIRST_SHOWN && (
        <Button density="dense" className="justify-self-start" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${ahead.length} of the next year`}
        </Button>
      )}
    </section>
  );
}

const daysOf = ({ day, until }: Holiday): VenueDay[] =>
  day < until ? [day, ...daysOf({ day: addDays(day, 1), until, name: "" })] : [day];

/** A holiday on days when the venue is closed anyway needs no closure. */
const isOpenOn = (holiday: Holiday): boolean => daysOf(holiday).some((day) => !isClosedDay(day));

/** Whether every room is closed for all of the holiday. */
function isCovered(
  { day, until }: Holiday,
  blocks: readonly Closure[],
  rooms: readonly NamedRoom[],
  zone: string,
): boolean {
  const span = instantsOf(spanAsked({ day, untilDay: until }, day, zone), zone);
  if (span === null) return false;
  return rooms.every(({ id }) =>
    blocks.some(
      (block) =>
        block.roomIds.includes(id) &&
        new Date(block.startTime) <= new Date(span.startTime) &&
        new Date(block.endTime) >= new Date(span.endTime),
    ),
  );
}
