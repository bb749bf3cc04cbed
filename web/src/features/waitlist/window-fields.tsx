/** The length of the visit and the hours within which it may be; every choice holds the visit. */
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { clockHours } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";
import { hoursOfDay, usualHours } from "../../format/venue.ts";
import { windowAround } from "../../format/waitlist-window.ts";
import { SelectField } from "../../ui/field.tsx";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";

interface WindowFieldsProps {
  wish: AskedWish;
  leastHours: number;
  onChange(next: Pick<AskedWish, "from" | "to" | "hours">): void;
}

export function WindowFields({ wish, leastHours, onChange }: WindowFieldsProps) {
  const { day, until, from, to, hours, duration } = wish;
  const opening = until === undefined || until === day ? hoursOfDay(day) : usualHours();
  const longest = Math.min(MAX_HOURS, opening.close - opening.open);
  const lengths = Array.from({ length: longest - leastHours + 1 }, (_, at) => leastHours + at);
  return (
    <fieldset className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      <legend className="sr-only">When it may be</legend>
      {duration === "hourly" ? (
        <SelectField
          label="Length"
          required
          className="max-sm:col-span-2"
          value={hours}
          options={lengths.map((length) => [length, hoursText(length)] as const)}
          onChange={({ target }) => {
            const length = Number(target.value);
            onChange({ hours: length, ...windowAround({ from, to }, length, opening) });
          }}
        />
      ) : (
        <p className="max-sm:col-span-2">
          <span className="font-semibold">Length</span>
          <span className="mt-1.5 flex min-h-12 items-center">{LENGTHS[duration]}</span>
        </p>
      )}
      <SelectField
        label="Earliest start"
        required
        value={from}
        options={clockHours(opening.open, opening.close - hours)}
        onChange={({ target }) => {
          const first = Number(target.value);
          onChange({ hours, from: first, to: Math.max(to, first + hours) });
        }}
      />
      <SelectField
        label="Latest end"
        required
        value={to}
        options={clockHours(opening.open + hours, opening.close)}
        onChange={({ target }) => {
          const last = Number(target.value);
          onChange({ hours, from: Math.min(from, last - hours), to: last });
        }}
      />
      <p className="col-span-full text-sm text-muted">
        The wider these hours are, the sooner something that fits may free up.
      </p>
    </fieldset>
  );
}

const LENGTHS = { "half-day": "Half day, 4 hours", "full-day": "Full day, 8 hours" } as const;
