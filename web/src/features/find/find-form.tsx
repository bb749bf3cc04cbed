/** The form that asks for a time: a plain form of native fields, which leads to the find page with or without our code. */
import clsx from "clsx";
import { type SubmitEvent, useEffect, useRef } from "react";
import { goTo } from "../../browser/navigation.ts";
import { hoursText } from "../../format/counts.ts";
import { hourName } from "../../format/hours.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { DEFAULT_REQUEST, LENGTHS, startHours } from "./find-request.ts";
import { ACTIVITIES } from "./suits.ts";

/** The fields as they are in the URL; a missing one is empty or has its default. */
interface FindFields {
  day?: string | undefined;
  until?: string | undefined;
  start?: number | undefined;
  hours?: number | undefined;
  people?: number | undefined;
  for?: string | undefined;
  maxPrice?: number | undefined;
}

interface FindFormProps {
  /** Known once the rooms are known; `day` is then the first day that can be booked. */
  fields: FindFields;
  /** The first day that can be chosen. */
  earliest?: string | undefined;
  /** Whether the form has a last day and a highest price too. */
  whole?: boolean;
  className?: string;
}

const NAMES = ["day", "until", "start", "hours", "people", "for", "maxPrice"] as const;

export function FindForm({ fields, earliest, whole = false, className }: FindFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const written = useRef<Partial<Record<(typeof NAMES)[number], string>>>({});
  const {
    day,
    until,
    start = DEFAULT_REQUEST.startHour,
    hours = DEFAULT_REQUEST.hours,
    people,
    for: activity,
    maxPrice,
  } = fields;
  // The fields are the browser's own; the URL's values are written into them, also when Back changes the URL. What the visitor
  // has entered stays, also before this code ran.
  useEffect(() => {
    const values = { day, until, start, hours, people, for: activity, maxPrice };
    for (const name of NAMES) {
      const field = form.current?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const value = String(values[name] ?? "");
      if (field.value === (written.current[name] ?? "")) field.value = value;
      written.current[name] = value;
    }
  }, [day, until, start, hours, people, activity, maxPrice]);

  return (
    <form
      ref={form}
      action="/find"
      aria-label="Find a time"
      className={clsx("grid items-end gap-x-3 gap-y-3 min-[22rem]:grid-cols-2 sm:gap-x-4", className)}
      onSubmit={lead}
    >
      <SelectField
        density="dense"
        label="What for"
        name="for"
        defaultValue={activity ?? ""}
        options={ACTIVITIES}
      >
        <option value="">Anything</option>
      </SelectField>
      <TextField density="dense" label="Day" type="date" name="day" min={earliest} />
      {whole && <TextField density="dense" label="Until" type="date" name="until" min={earliest} />}
      <SelectField
        density="dense"
        label="Start"
        name="start"
        defaultValue={start}
        options={startHours().map((hour) => [hour, hourName(hour)] as const)}
      />
      <SelectField
        density="dense"
        label="Length"
        name="hours"
        defaultValue={hours}
        options={LENGTHS.map((length) => [length, hoursText(length)] as const)}
      />
      <TextField
        density="dense"
        label="People"
        type="number"
        name="people"
        min={1}
        max={10_000}
        inputMode="numeric"
        placeholder="Any"
        defaultValue={people}
      />
      {whole && (
        <TextField
          density="dense"
          label="Maximum price"
          type="number"
          name="maxPrice"
          min={1}
          max={100_000}
          step="any"
          inputMode="decimal"
          placeholder="Any"
        />
      )}
      <Button type="submit" className="mr-1 mb-1 whitespace-nowrap">
        Find a time
      </Button>
    </form>
  );
}

/** Leads to the find page; empty fields are left out of the URL. */
function lead(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const said = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "");
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
  void goTo(`/find?${query}`);
}
