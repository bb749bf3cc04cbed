/** One date of a series before it is booked: its state and price, the press that skips it, and up to three other places of that day. */
import clsx from "clsx";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { shortDay } from "../../../../../core/venue/time/time-format.ts";
import { HOUR_MS, venueClockOf } from "../../../../../core/venue/time/venue-time.ts";
import { hourName } from "../../../format/hours.ts";
import { type DatePlace, isBooked, isSamePlace, type ListedDate } from "../../../format/series/date-list.ts";
import { useZone } from "../../../format/venue.ts";
import { Button } from "../../../ui/button.tsx";

export interface NamedRoom {
  id: number;
  name: string;
}

interface DateRowProps {
  date: ListedDate;
  /** Others took it while the list was shown. */
  isLost: boolean;
  rooms: readonly NamedRoom[];
  onSkip(): void;
  onSwap(place: DatePlace): void;
}

const STATES: Record<ListedDate["state"], string> = {
  free: "Free",
  taken: "Taken",
  closed: "Closed",
  skipped: "Skipped",
  swapped: "Swapped",
};

export function DateRow({ date, isLost, rooms, onSkip, onSwap }: DateRowProps) {
  const zone = useZone();
  const { state, places } = date;
  const day = shortDay(date.day);
  const isOut = !isBooked(date);
  /** It is taken or closed, so that it is booked at another place or not at all. */
  const isLeftOut = state === "taken" || state === "closed";
  const nameOf = (at: DatePlace): string => `${placeName(at, rooms)}, ${hoursOf(at, zone)}`;
  return (
    <li
      aria-label={day}
      data-date={date.day}
      data-state={state}
      className={clsx(
        "grid min-h-11 grid-cols-[6.5rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 border-b border-l-4 border-rule py-1 pl-2.5 text-[0.9375rem] sm:min-h-10",
        isLeftOut ? "border-l-danger" : isOut ? "border-l-rule" : "border-l-success",
      )}
    >
      <span className={clsx("figures font-medium", isOut && "text-muted line-through")}>{day}</span>
      <span className={clsx("min-w-0", isLeftOut ? "font-semibold text-danger" : "text-ink")}>
        {isLost ? "Just taken" : STATES[state]}
      </span>
      <span className="figures text-right">{isOut ? "" : formatMoney(date.cents)}</span>
      <span className="min-w-16">
        {(state === "free" || state === "skipped") && (
          <Button
            density="dense"
            className="w-16 px-2! text-sm! sm:min-h-8!"
            aria-label={state === "skipped" ? `Book ${day} after all` : `Skip ${day}`}
            onClick={onSkip}
          >
            {state === "skipped" ? "Book" : "Skip"}
          </Button>
        )}
      </span>
      {(isLeftOut || state === "swapped") && (
        <div className="col-span-full flex flex-wrap items-center gap-2 pt-0.5 pb-1.5">
          <span className="text-sm text-muted">
            {places.length > 0 ? "Instead:" : "Nothing else is free on this day."}
          </span>
          {places.map((at) => {
            const isChosen =
              state === "swapped" &&
              isSamePlace(at, { roomId: date.roomId, startTime: date.startsAt.toISOString() });
            return (
              <Button
                key={`${at.roomId} ${at.startTime}`}
                density="dense"
                aria-pressed={isChosen}
                aria-label={`${day} instead: ${nameOf(at)}, ${formatMoney(at.totalAmount)}`}
                className={clsx(
                  "figures text-sm! sm:min-h-8!",
                  isChosen && "border-ink! font-semibold inset-ring inset-ring-ink",
                )}
                onClick={() => onSwap(at)}
              >
                {isChosen && <span aria-hidden="true">✓</span>}
                {nameOf(at)} · {formatMoney(at.totalAmount)}
              </Button>
            );
          })}
        </div>
      )}
    </li>
  );
}

const placeName = ({ roomId }: DatePlace, rooms: readonly NamedRoom[]): string =>
  rooms.find(({ id }) => id === roomId)?.name ?? "Another room";

function hoursOf({ startTime, endTime }: DatePlace, zone: string): string {
  const { hour } = venueClockOf(new Date(startTime), zone);
  const end = hour + (Date.parse(endTime) - Date.parse(startTime)) / HOUR_MS;
  return `${hourName(hour)} – ${hourName(end)}`;
}
