/** The fields for how a phone booking repeats: the rule in one press, and how many times or until which day. */
import clsx from "clsx";
import { useId } from "react";
import { LEAST_DATES, MOST_DATES } from "../../../../../core/booking/series/repeat.ts";
import { addDays, BOOKING_HORIZON_DAYS } from "../../../../../core/venue/time/venue-time.ts";
import { REPEAT_RULES, ruleName, shownEnd, withRule } from "../../../format/series/repeat-choice.ts";
import { TextField } from "../../../ui/field.tsx";
import type { SeriesOfForm } from "./use-series.ts";

export function RepeatFields({ series }: { series: SeriesOfForm }) {
  const id = useId();
  const { draft, bounds, setRepeat, error, isOn } = series;
  const { repeat } = draft;
  const shown = shownEnd(repeat, bounds);
  const isCounted = "count" in repeat.end;
  return (
    <div className="grid gap-3">
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Repeat</legend>
        <div className="flex flex-wrap gap-2">
          {REPEAT_RULES.map((rule) => (
            <label
              key={rule}
              className={clsx(
                "flex min-h-11 cursor-pointer items-center gap-2 border border-control bg-sheet px-3 text-[0.9375rem] hover:border-ink sm:min-h-9",
                "has-checked:border-ink has-checked:font-semibold has-checked:inset-ring has-checked:inset-ring-ink",
              )}
            >
              <input
                type="radio"
                name={`${id}-rule`}
                className="size-4 shrink-0"
                checked={repeat.rule === rule}
                onChange={() => setRepeat(withRule(repeat, rule))}
              />
              {ruleName(rule, bounds.first)}
            </label>
          ))}
        </div>
      </fieldset>
      {isOn && (
        <div className="grid grid-cols-2 gap-3 sm:max-w-96">
          <TextField
            density="dense"
            id={isCounted ? series.endId : `${id}-count`}
            label="Number of dates"
            required
            type="number"
            inputMode="numeric"
            min={LEAST_DATES}
            max={MOST_DATES}
            error={isCounted ? (error ?? undefined) : undefined}
            value={shown.count}
            onChange={({ target }) => setRepeat({ ...repeat, end: { count: target.value } })}
          />
          <TextField
            density="dense"
            id={isCounted ? `${id}-until` : series.endId}
            label="Or until"
            required
            type="date"
            min={bounds.first}
            max={addDays(bounds.today, BOOKING_HORIZON_DAYS)}
            error={isCounted ? undefined : (error ?? undefined)}
            value={shown.until}
            onChange={({ target }) => setRepeat({ ...repeat, end: { until: target.value } })}
          />
        </div>
      )}
    </div>
  );
}
