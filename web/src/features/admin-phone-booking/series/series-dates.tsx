/** The list of a series' dates before it is booked: which are free, what a date that is not free could be instead, and the sums. */
import clsx from "clsx";
import { formatMoney, toAmount } from "../../../../../core/booking/rules/money.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { shortDay } from "../../../../../core/venue/time/time-format.ts";
import { isSamePlace, type ListedDate, withSkip, withSwap } from "../../../format/series/date-list.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { DateRow, type NamedRoom } from "./date-row.tsx";
import type { SeriesOfForm } from "./use-series.ts";

/** A longer list scrolls within the form. */
const MOST_AT_ONCE = 16;

interface SeriesDatesProps {
  series: SeriesOfForm;
  rooms: readonly NamedRoom[];
  /** The sums are not shown if another price was agreed. */
  isPriced: boolean;
}

export function SeriesDates({ series, rooms, isPriced }: SeriesDatesProps) {
  const { dates, sums, failure, error, listId, draft, isLost, setChoices, isOld } = series;
  const { choices } = draft;
  return (
    <div className="grid gap-2">
      <div aria-live="polite" className="min-h-11 border-l-4 border-ink bg-sheet px-4 py-2.5">
        {failure ? (
          <p className="font-semibold text-danger">{failure}</p>
        ) : dates && sums ? (
          <>
            <p className="figures text-lg font-semibold">
              {sums.count === dates.length ? `All ${dates.length}` : `${sums.count} of ${dates.length}`} dates
              {isPriced && `: ${formatMoney(toAmount(sums.totalCents))}`}
            </p>
            {outWords(dates, isLost).map((words) => (
              <p key={words} className="figures">
                {words}
              </p>
            ))}
          </>
        ) : (
          <p className="text-muted">
            {error === null ? "Choose room, day and hours to see the dates." : "The dates are shown here."}
          </p>
        )}
      </div>
      {dates ? (
        <ul
          id={listId}
          tabIndex={-1}
          aria-label="Dates of the series"
          aria-busy={isOld}
          className={clsx("border-t border-rule", dates.length > MOST_AT_ONCE && "max-h-160 overflow-y-auto")}
        >
          {dates.map((date) => {
            const chosen = choices.swaps[date.day];
            return (
              <DateRow
                key={date.day}
                date={date}
                isLost={isLost(date)}
                rooms={rooms}
                onSkip={() => setChoices(withSkip(choices, date.day, date.state !== "skipped"))}
                // A press on the chosen place takes it back.
                onSwap={(place) =>
                  setChoices(withSwap(choices, date.day, chosen && isSamePlace(place, chosen) ? null : place))
                }
              />
            );
          })}
        </ul>
      ) : (
        series.isLoading && <Skeleton className="h-64" />
      )}
    </div>
  );
}

/** What is not booked and why, as few sentences as possible: they are read aloud whenever they change. */
function outWords(dates: readonly ListedDate[], isLost: (date: ListedDate) => boolean): string[] {
  const days = (wanted: (date: ListedDate) => boolean): string[] =>
    dates.filter(wanted).map(({ day }) => shortDay(day));
  const lost = days(isLost);
  const taken = days((date) => date.state === "taken" && !isLost(date));
  const closed = days((date) => date.state === "closed" && !isLost(date));
  const skipped = days(({ state }) => state === "skipped");
  return [
    ...(lost.length > 0 ? [`Just taken by others: ${lost.join("; ")}.`] : []),
    ...(taken.length > 0 ? [`Taken, so left out: ${taken.join("; ")}.`] : []),
    ...(closed.length > 0 ? [`Closed, so left out: ${closed.join("; ")}.`] : []),
    ...(skipped.length > 0 ? [`${countText(skipped.length, "date")} skipped.`] : []),
  ];
}
