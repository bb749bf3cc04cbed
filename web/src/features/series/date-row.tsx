/** One date in the list of a series: its state, what it costs, and the actions: skip it, swap it, undo that. */
import clsx from "clsx";
import { useEffect, useRef } from "react";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { type DatePlace, isBooked, type ListedDate } from "../../format/series/date-list.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { SeriesState } from "./use-series.ts";

/** Only what differs from the rule has a color. */
const STATES: Record<ListedDate["state"], { name: string; tone: BadgeTone | null }> = {
  free: { name: "Free", tone: null },
  taken: { name: "Taken", tone: "red" },
  closed: { name: "Closed", tone: "neutral" },
  skipped: { name: "Skipped", tone: "neutral" },
  swapped: { name: "Swapped", tone: "blue" },
};

export interface RoomOfSeries {
  id: number;
  timeZone: string;
  /** The names of all rooms, by number. */
  nameOf(roomId: number): string;
}

interface DateRowProps {
  date: ListedDate;
  /** Its place by the rule, from 1. */
  number: number;
  room: RoomOfSeries;
  series: Pick<SeriesState, "skip" | "unskip" | "swap" | "undoSwap">;
}

export function DateRow({ date, number, room, series }: DateRowProps) {
  const { day, state, startsAt, endsAt, usual } = date;
  const { name, tone } = STATES[state];
  const isOut = state === "skipped" || state === "closed";
  const offers = isBooked(date) ? [] : date.places;
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
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-t border-rule py-1.5 sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]"
    >
      <span aria-hidden="true" className="figures text-sm text-muted max-sm:hidden">
        {number}
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3">
        <span
          className={clsx("figures min-w-22 sm:min-w-24 font-semibold", isOut && "text-muted line-through")}
        >
          {shortDay(day)}
        </span>
        {tone === null ? (
          <span className="text-sm text-muted">{name}</span>
        ) : (
          <Badge tone={tone}>{name}</Badge>
        )}
        {isBooked(date) && <span className="figures ml-auto">{formatMoney(date.cents)}</span>}
      </p>
      <div className="flex min-h-11 w-12 justify-end">
        {ACTIONS[state] !== null && (
          <Button
            variant="ghost"
            className="px-1! text-ink! decoration-current!"
            data-next={offers.length === 0 || undefined}
            onClick={press(() => act(state, day, series))}
          >
            {ACTIONS[state]?.[0]}
            <span className="sr-only">
              {" "}
              {ACTIONS[state]?.[1]} {shortDay(day)}
            </span>
          </Button>
        )}
      </div>
      {usual !== null && (
        <p className="figures col-span-2 pb-1.5 text-sm sm:col-start-2">{swapText(date, usual, room)}</p>
      )}
      {state === "taken" && (
        <p className="figures col-span-2 sm:col-start-2 text-sm">
          {timeRange(startsAt, endsAt, room.timeZone)} is taken.{" "}
          {offers.length > 0 ? "Free that day:" : "Nothing of this length is free that day: skip it."}
        </p>
      )}
      {state === "closed" && (
        <p className="col-span-2 sm:col-start-2 pb-1 text-sm">
          Not open then, so this date is left out.{offers.length > 0 && " Free that day:"}
        </p>
      )}
      {offers.length > 0 && (
        <div className="col-span-2 sm:col-start-2 flex flex-wrap gap-2 pb-2">
          {offers.map((place, at) => (
            <Button
              key={`${place.roomId} ${place.startTime}`}
              variant="outline"
              className="figures px-3! text-left! text-sm!"
              data-next={at === 0 || undefined}
              onClick={press(() => series.swap(day, place))}
            >
              <span>
                <span className="sr-only">{shortDay(day)}: </span>
                {offerText(place, date, room)}
              </span>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** The button of each state: its word, and what is before the date in its name. */
const ACTIONS: Record<ListedDate["state"], readonly [word: string, before: string] | null> = {
  free: ["Skip", ""],
  taken: ["Skip", ""],
  skipped: ["Undo", "the skip of"],
  swapped: ["Undo", "the swap of"],
  closed: null,
};

function act(state: ListedDate["state"], day: VenueDay, series: DateRowProps["series"]): void {
  if (state === "skipped") series.unskip(day);
  else if (state === "swapped") series.undoSwap(day);
  else series.skip(day);
}

/** `"Classroom, 7:00 PM – 9:00 PM, not 6:00 PM – 8:00 PM"`: the room and the hours, each only if it is another one. */
function swapText(
  { roomId, startsAt, endsAt }: ListedDate,
  usual: NonNullable<ListedDate["usual"]>,
  { id, timeZone, nameOf }: RoomOfSeries,
): string {
  const [now, before] = [
    timeRange(startsAt, endsAt, timeZone),
    timeRange(usual.startsAt, usual.endsAt, timeZone),
  ];
  const parts = [
    ...(roomId === id ? [] : [`In ${nameOf(roomId)}`]),
    ...(now === before ? [] : [now, `not ${before}`]),
  ];
  return parts.join(", ");
}

/** `"Classroom, $90.00"`: the room, the hours and the price, each only if it is not the usual one. */
function offerText(
  { roomId, startTime, endTime, totalAmount }: DatePlace,
  date: ListedDate,
  room: RoomOfSeries,
): string {
  const startsAt = new Date(startTime);
  const parts = [
    ...(roomId === room.id ? [] : [room.nameOf(roomId)]),
    ...(startsAt.getTime() === date.startsAt.getTime()
      ? []
      : [timeRange(startsAt, new Date(endTime), room.timeZone)]),
    ...(toCents(totalAmount) === date.cents ? [] : [formatMoney(totalAmount)]),
  ];
  return parts.join(", ");
}
