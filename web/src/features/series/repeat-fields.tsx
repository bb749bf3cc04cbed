/** Chooses whether a visit repeats, by which rule, and how often or until when. */
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { addDays } from "../../../../core/venue/time/venue-time.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { COUNTS, datesText, repeatNames } from "./repeat-choice.ts";
import type { SeriesState } from "./use-series.ts";

/** The end's value for a last day. */
const UNTIL = "until";

interface RepeatFieldsProps {
  series: SeriesState;
  /** The first date. */
  day: VenueDay;
  /** The last day that can be booked. */
  lastDay: VenueDay;
}

export function RepeatFields({ series, day, lastDay }: RepeatFieldsProps) {
  const { draft, problem, edit } = series;
  const ended = draft?.count === null;
  return (
    <div className="clear-both grid gap-x-4 gap-y-5 @md:grid-cols-2">
      <SelectField
        label="Repeat"
        required
        value={draft?.every ?? "none"}
        onChange={({ target }) => series.chooseRule(target.value)}
        options={repeatNames(day)}
      />
      {draft !== null && (
        <SelectField
          label="Ends"
          required
          value={draft.count ?? UNTIL}
          error={ended ? undefined : (problem ?? undefined)}
          onChange={({ target }) => edit({ count: target.value === UNTIL ? null : Number(target.value) })}
        >
          {COUNTS.map((count) => (
            <option key={count} value={count}>
              After {datesText(count)}
            </option>
          ))}
          <option value={UNTIL}>On a day</option>
        </SelectField>
      )}
      {draft !== null && ended && (
        <TextField
          label="Last day"
          required
          type="date"
          className="@md:col-start-2"
          min={addDays(day, 1)}
          max={lastDay}
          value={draft.until}
          error={problem ?? undefined}
          onChange={({ target }) => edit({ until: target.value })}
        />
      )}
    </div>
  );
}
