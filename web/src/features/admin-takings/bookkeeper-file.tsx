/** Offers all money in and out of a period as one file for the bookkeeper. */
import { useState } from "react";
import { addDays, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

/** The month before, since books are closed after its end. */
function lastMonth(today: VenueDay): { from: VenueDay; to: VenueDay } {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

export function BookkeeperFile({ today }: { today: VenueDay }) {
  const [period, setPeriod] = useState(() => lastMonth(today));
  const day = { density: "dense", type: "date", required: true } as const;
  const isValid = period.from !== "" && period.to !== "" && period.from <= period.to;
  return (
    <section
      aria-labelledby="bookkeeper"
      className="print-none grid max-w-xl gap-3 border-t-2 border-ink pt-4"
    >
      <h2 id="bookkeeper" className="text-lg font-semibold">
        For the bookkeeper
      </h2>
      <p>All money in and out of a period: when, what for, which booking, how, how much, and its tax.</p>
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
        {isValid && (
          <a
            href={`/api/takings.csv?${new URLSearchParams(period)}`}
            download
            className={buttonClass({ density: "dense" })}
          >
            Download the File
          </a>
        )}
      </div>
    </section>
  );
}
