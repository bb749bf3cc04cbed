/** Offers the records of a period as files for the bookkeeper: from which day, until which day, and a link for each file. */
import { type ReactNode, useId, useState } from "react";
import { addDays, type VenueDay } from "../../../core/venue/time/venue-time.ts";
import { buttonClass } from "./button.tsx";
import { TextField } from "./field.tsx";

/** The month before, since books are closed after its end. */
function lastMonth(today: VenueDay): { from: VenueDay; to: VenueDay } {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

interface PeriodFilesProps {
  today: VenueDay;
  /** What the files contain. */
  children: ReactNode;
  /** Each call with the words of its link. */
  files: readonly (readonly [path: string, words: string])[];
}

export function PeriodFiles({ today, children, files }: PeriodFilesProps) {
  const id = useId();
  const [period, setPeriod] = useState(() => lastMonth(today));
  const day = { density: "dense", type: "date", required: true } as const;
  const isValid = period.from !== "" && period.to !== "" && period.from <= period.to;
  return (
    <section aria-labelledby={id} className="print-none grid max-w-3xl gap-3 border-t-2 border-ink pt-4">
      <h2 id={id} className="text-lg font-semibold">
        For the bookkeeper
      </h2>
      <p>{children}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          {...day}
          label="From"
          value={period.from}
          onChange={({ target }) => setPeriod({ ...period, from: target.value })}
        />
        <TextField
          {...day}
          label="To"
          value={period.to}
          error={isValid ? undefined : "Choose a day after the first"}
          onChange={({ target }) => setPeriod({ ...period, to: target.value })}
        />
        {isValid &&
          files.map(([path, words]) => (
            <a
              key={path}
              href={`${path}?${new URLSearchParams(period)}`}
              download
              className={buttonClass({ density: "dense" })}
            >
              {words}
            </a>
          ))}
      </div>
    </section>
  );
}
