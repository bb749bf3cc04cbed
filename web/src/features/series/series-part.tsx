/** The step between hours and details: whether the visit repeats, and its dates (decision 250). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import type { SeriesSubmission } from "../../../../bff/contract/series.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { useHandler } from "../../browser/use-handler.ts";
import { isBooked } from "../../format/series/date-list.ts";
import { DATES_ID, DateList } from "./date-list.tsx";
import { repeatName } from "./repeat-choice.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import { type ChosenSeries, seriesText, usualText } from "./series-ticket.tsx";
import { type SeriesOf, type SeriesState, useSeries } from "./use-series.ts";

/** The series as the form books it. */
export interface SeriesToBook extends ChosenSeries {
  /** What is sent besides the first date's booking. */
  sent: Pick<SeriesSubmission, "repeat" | "skip" | "swaps">;
  /** Marks the days that an attempt has found taken. */
  onLost(days: readonly VenueDay[]): void;
  /** Moves the focus to the dates. */
  lead(): void;
}

interface SeriesPartProps extends SeriesOf {
  lastDay: VenueDay;
  /** Told with every change; null for one visit. */
  onSeries(series: SeriesToBook | null): void;
}

const lead = (): void => {
  const dates = document.getElementById(DATES_ID);
  dates?.focus({ preventScroll: true });
  dates?.scrollIntoView({ block: "start" });
};

/** Why the dates cannot be booked as they are. */
function troubleOf({ dates, outdated, problem, quote }: SeriesState): ChosenSeries["trouble"] {
  if (problem !== null) return { words: `Your dates: ${problem}`, passing: false };
  if (quote.isError) return { words: "Your dates could not be loaded. Try again above.", passing: false };
  if (outdated) return { words: "One moment: the dates are being looked up.", passing: true };
  const taken = dates.filter(({ state }) => state === "taken").length;
  if (taken > 0) {
    const words =
      taken === 1
        ? "One of your dates is taken: swap or skip it."
        : `${taken} of your dates are taken: swap or skip each.`;
    return { words, passing: false };
  }
  return dates.some(isBooked) ? null : { words: "No date is left to book. Undo a skip.", passing: false };
}

export function SeriesPart({ lastDay, onSeries, onAccount, ...of }: SeriesPartProps) {
  const { room, choice, span, today } = of;
  const series = useSeries(of);
  const rooms = useQuery(roomsQuery).data;
  const { draft, dates, sums, exceptions } = series;
  const day = choice.day ?? today;
  const rule = draft === null ? null : repeatName(draft.every, day);
  const trouble = troubleOf(series);
  const onLost = useHandler((days: readonly VenueDay[]) => series.lose(days));
  const repeat = JSON.stringify(series.repeat);
  const key = JSON.stringify(trouble);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `repeat` are the values of objects made with each drawing.
  const chosen = useMemo(
    (): SeriesToBook | null =>
      rule === null
        ? null
        : {
            rule,
            words: seriesText(dates),
            dates,
            price: sums,
            trouble,
            sent: { repeat: JSON.parse(repeat) as SeriesSubmission["repeat"], ...exceptions },
            onLost,
            lead,
          },
    [rule, dates, sums, exceptions, key, repeat],
  );
  const tell = useEffectEvent(onSeries);
  useEffect(() => tell(chosen), [chosen]);

  const names = new Map(rooms?.map(({ id, name }) => [id, name]));
  return (
    <fieldset className="@container mb-10 min-w-0 max-w-4xl border-t-2 border-ink pt-3">
      <legend className="poster-type float-left mb-5 w-full text-3xl">Repeat</legend>
      <RepeatFields series={series} day={day} lastDay={lastDay} />
      {rule !== null && series.problem === null && (
        <div className="mt-6">
          <DateList
            series={series}
            room={{ ...room, nameOf: (id) => names.get(id) ?? "Another room" }}
            ink={inksOf(room.slug).first}
            onAccount={onAccount}
            title={usualText(rule, span, room.timeZone)}
          />
        </div>
      )}
    </fieldset>
  );
}
