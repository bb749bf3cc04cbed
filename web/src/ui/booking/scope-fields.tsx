/** Asks which dates of a series a change is for: this one, it and the following, or all to come (decision 253). */
import { useId } from "react";
import { SERIES_SCOPES, type SeriesScope } from "../../../../core/booking/series/repeat.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useZone } from "../../format/venue.ts";
import { ChoiceCard } from "../choice-card.tsx";
import { type OfSeries, seriesText } from "./booking-badges.tsx";

interface ScopeFieldsProps {
  booking: OfSeries & { startTime: string };
  legend: string;
  scope: SeriesScope;
  onChange(scope: SeriesScope): void;
  /** Why only this date can be changed so; null if more can. */
  onlyOne?: string | null;
}

export function ScopeFields({ booking, legend, scope, onChange, onlyOne = null }: ScopeFieldsProps) {
  const id = useId();
  const zone = useZone();
  const day = shortDay(venueDayOf(new Date(booking.startTime), zone));
  const cards: Record<SeriesScope, { label: string; means: string }> = {
    one: { label: "This date", means: `${day} only` },
    following: { label: "This and following", means: `${day} and every date after it` },
    all: { label: "All to come", means: "Every date that has not begun" },
  };
  return (
    <fieldset className="grid gap-2" aria-describedby={onlyOne === null ? undefined : `${id}-why`}>
      <legend className="mb-2 font-medium">
        {legend} <span className="figures font-normal text-muted">This is date {seriesText(booking)}.</span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {SERIES_SCOPES.map((each) => (
          <ChoiceCard
            key={each}
            name={`${id}-scope`}
            label={cards[each].label}
            checked={scope === each}
            disabled={onlyOne !== null && each !== "one"}
            className="has-disabled:cursor-not-allowed has-disabled:opacity-60"
            onChange={() => onChange(each)}
          >
            {cards[each].means}
          </ChoiceCard>
        ))}
      </div>
      {onlyOne !== null && (
        <p id={`${id}-why`} className="text-sm text-muted">
          {onlyOne}
        </p>
      )}
    </fieldset>
  );
}
