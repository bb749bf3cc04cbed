/** One date in the list of a series: its state, what it costs, and the actions: skip it, swap it, undo that. */
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { SeriesDate, SeriesPlace } from "./series-dates.ts";
import type { SeriesState } from "./use-series.ts";

const STATES: Record<SeriesDate["state"], { name: string; tone: BadgeTone }> = {
  free: { name: "Free", tone: "green" },
  taken: { name: "Taken", tone: "red" },
  closed: { name: "Closed", tone: "neutral" },
  skipped: { name: "Skipped", tone: "neutral" },
  swapped: { name: "Swapped", tone: "blue" },
};

const QUIET = "px-1! text-ink! decoration-current!";

export interface RoomOfSeries {
  id: number;
  timeZone: string;
  /** The names of all rooms, by number. */
  nameOf(roomId: number): string;
}

interface DateRowProps {
  date: SeriesDate;
  /** Its place by the rule, from 1. */
  number: number;
  room: RoomOfSeries;
  series: Pick<SeriesState, "skip" | "unskip" | "swap" | "undoSwap">;
}

export function DateRow({ date, number, room, series }: DateRowProps) {
  const { day, state, startsAt, endsAt, usual } = date;
  const { name, tone } = STATES[state];
  const out = state === "skipped" || state === "closed";
  const row = useRef<HTMLLIElement>(null);
  /** The pressed button disappears with its state, so that the row's next button takes the focus. */
  const pressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once the state has changed.
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    row.current?.querySelector<HTMLElement>("[data-next]")?.focus();
  }, [state]);
  const press = (act: () => void) => () => {
    pressed.current = true;
    act();
  };
  return (
    <li
      ref={row}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-t border-rule py-2"
    >
      <span aria-hidden="true" className="figures self-start pt-2.5 text-sm text-muted">
        {number}
      </span>
      <div className="min-w-0 py-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className={clsx("figures font-semibold", out && "text-muted line-through")}>
            {shortDay(day)}
          </span>
          <Badge tone={tone}>{name}</Badge>
          {isCounted(date) && <span className="figures">{formatMoney(date.cents)}</span>}
        </p>
        {usual !== null && (
          <p className="figures text-sm">
            {placeText({ ...date, roomId: date.roomId }, room)}
            <span className="text-muted">, not {timeRange(usual.startsAt, usual.endsAt, room.timeZone)}</span>
          </p>
        )}
        {state === "taken" && (
          <p className="figures text-sm">
            {timeRange(startsAt, endsAt, room.timeZone)} is taken.{" "}
            {date.places.length > 0 ? "Free that day:" : "Nothing of this length is free that day: skip it."}
          </p>
        )}
        {state === "closed" && (
          <p className="text-sm">
            Not open then, so this date is left out.{date.places.length > 0 && " Free that day:"}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-3 self-start">
        {state === "swapped" && (
          <Button variant="ghost" className={QUIET} data-next onClick={press(() => series.undoSwap(day))}>
            Undo<span className="sr-only"> the swap of {shortDay(day)}</span>
          </Button>
        )}
        {state === "skipped" ? (
          <Button variant="ghost" className={QUIET} data-next onClick={press(() => series.unskip(day))}>
            Undo<span className="sr-only"> skipping {shortDay(day)}</span>
          </Button>
        ) : (
          state !== "closed" && (
            <Button
              variant="ghost"
              className={QUIET}
              data-next={state === "free" || undefined}
              onClick={press(() => series.skip(day))}
            >
              Skip<span className="sr-only"> {shortDay(day)}</span>
            </Button>
          )
        )}
      </div>
      {date.places.length > 0 && state !== "skipped" && (
        <div className="col-span-2 col-start-2 flex flex-wrap gap-2 pb-1.5">
          {date.places.map((place, at) => (
            <Button
              key={`${place.roomId} ${place.startTime}`}
              variant="outline"
              className="figures px-3! text-sm!"
              data-next={at === 0 || undefined}
              onClick={press(() => series.swap(day, place))}
            >
              <span>
                <span className="sr-only">{shortDay(day)}: </span>
                {placeText(spanOf(place), room)}
                {formatMoney(place.totalAmount) !== formatMoney(date.cents) &&
                  `, ${formatMoney(place.totalAmount)}`}
              </span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

const isCounted = ({ state }: SeriesDate): boolean => state === "free" || state === "swapped";

const spanOf = ({ roomId, startTime, endTime }: SeriesPlace) => ({
  roomId,
  startsAt: new Date(startTime),
  endsAt: new Date(endTime),
});

/** `"7:00 PM – 9:00 PM"`, after the room's name if it is another one. */
function placeText(
  { roomId, startsAt, endsAt }: Pick<SeriesDate, "roomId" | "startsAt" | "endsAt">,
  { id, timeZone, nameOf }: RoomOfSeries,
): string {
  const time = timeRange(startsAt, endsAt, timeZone);
  return roomId === id ? time : `${nameOf(roomId)}, ${time}`;
}
