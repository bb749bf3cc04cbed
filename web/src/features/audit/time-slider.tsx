/** Chooses an instant: a slider that stops at the changes, a step back and forward, and a field for any other instant. */

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { dateTimeFieldOf, exactMoment, instantOfField } from "./date-time-field.ts";
import { type Stop, stopAt } from "./slider-stops.ts";

interface TimeSliderProps {
  stops: readonly Stop[];
  /** UTC instant, ISO 8601; undefined: now. */
  at: string | undefined;
  onAt(at: string | undefined): void;
}

export function TimeSlider({ stops, at, onAt }: TimeSliderProps) {
  const zone = useZone();
  const id = useId();
  const last = stops.length - 1;
  const position = stopAt(stops, at);
  const stop = stops[position];
  const go = (to: number) => {
    const chosen = stops[Math.min(Math.max(to, 0), last)];
    if (chosen) onAt(chosen.at ?? undefined);
  };
  const when = at === undefined ? "Now" : exactMoment(at, zone);
  // Between two stops, a step back leads to the earlier one.
  const isBetween = at !== undefined && stop?.at !== null && Date.parse(stop?.at ?? "") !== Date.parse(at);
  return (
    <section aria-label="As of when" className="grid gap-3 border-2 border-ink bg-sheet p-4 sm:p-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="figures min-w-0">
          <span className="block text-sm text-muted">As of</span>
          <span className="text-xl font-semibold">{when}</span>
          <span className="block wrap-anywhere">{at === undefined ? "The current state" : stop?.label}</span>
        </p>
        <AtField at={at} onAt={onAt} />
      </div>
      <div className="flex items-center gap-2">
        <Button
          density="dense"
          aria-label="One event back"
          inert={position === 0}
          className="min-w-11"
          onClick={() => go(isBetween ? position : position - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Button>
        <div className="relative min-w-0 flex-1">
          <label htmlFor={id} className="sr-only">
            Time, stopping at each event
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={last}
            step={1}
            value={position}
            aria-valuetext={`${stop?.at ? `${exactMoment(stop.at, zone)}: ` : ""}${stop?.label ?? ""}`}
            className="h-11 w-full cursor-pointer"
            onChange={({ target }) => go(Number(target.value))}
          />
          <Ticks count={stops.length} />
        </div>
        <Button
          density="dense"
          aria-label="One event forward"
          inert={at === undefined}
          className="min-w-11"
          onClick={() => go(position + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </section>
  );
}

function AtField({ at, onAt }: Pick<TimeSliderProps, "at" | "onAt">) {
  const zone = useZone();
  const shown = dateTimeFieldOf(at, zone);
  const [typed, setTyped] = useState(shown);
  const [followed, setFollowed] = useState(shown);
  if (followed !== shown) {
    setFollowed(shown);
    setTyped(shown);
  }
  // A year is typed digit by digit, so the field counts only when it is left or Enter is pressed.
  const choose = () => {
    if (typed !== shown) onAt(instantOfField(typed, zone, "ends"));
  };
  return (
    <TextField
      density="dense"
      label="Another time"
      type="datetime-local"
      step={1}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={choose}
      onKeyDown={(event) => {
        if (event.key === "Enter") choose();
      }}
    />
  );
}

/** More ticks would look like a bar. */
const MAX_TICKS = 60;

/** One tick for each stop, under the slider's thumb. */
function Ticks({ count }: { count: number }) {
  if (count > MAX_TICKS) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-8 flex justify-between px-[7px]"
    >
      {Array.from({ length: count }, (_, stop) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tick is identified by its place.
        <span key={stop} className="h-2 w-0.5 bg-control" />
      ))}
    </div>
  );
}
