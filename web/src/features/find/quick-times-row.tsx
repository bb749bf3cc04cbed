/** The finder's presets above its form: one press leads to what is free then. */
import type { Room } from "../../../../bff/contract/room.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import { hourName } from "../../format/hours.ts";
import { hoursOfDay, isClosedDay } from "../../format/venue.ts";
import { DEFAULT_REQUEST, findHref } from "./find-request.ts";
import { quickTimes } from "./quick-times.ts";

/** Empty, in its final height, until the rooms are known: the prerendered page does not know today. */
export function QuickTimesRow({ rooms }: { rooms: readonly Room[] | undefined }) {
  const zone = rooms?.[0]?.timeZone;
  const times =
    zone === undefined
      ? []
      : quickTimes(new Date(), zone, { isClosed: isClosedDay, hoursOf: (day) => hoursOfDay(day) });
  return (
    <ul aria-label="Often looked for" className="flex min-h-11 flex-wrap gap-1.5 sm:gap-2">
      {times.map(({ label, day, startHour }) => (
        <li key={label}>
          <a
            href={findHref({
              day,
              until: undefined,
              startHour,
              hours: DEFAULT_REQUEST.hours,
              people: DEFAULT_REQUEST.people,
              activity: undefined,
              maxPrice: undefined,
            })}
            className="inline-flex min-h-11 items-center border-2 border-ink bg-ground px-2 text-sm font-semibold sm:px-3 sm:text-base hover:bg-ink hover:text-ground"
          >
            {label}
            <span className="sr-only">
              , {shortDay(day)}, from {hourName(startHour)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
