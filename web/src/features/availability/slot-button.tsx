/** One hour of the ruler as a button: tinted if free, in full ink if chosen, hatched if taken, named with its price (decision 154). */
import clsx from "clsx";
import { memo, type PointerEvent } from "react";
import type { HourState, RoomHour } from "../../../../core/calendar/room-hours.ts";
import type { RoomInks } from "../../../../core/venue/rooms/inks.ts";
import { clocksDiffer, timeRange, timeRangeElsewhere } from "../../../../core/venue/time/time-format.ts";
import { hoursText } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { visitorZone } from "../../ui/booking/visit-time.tsx";
import { tintOf } from "./tints.ts";

/** The place of an hour relative to the choice. `lost`: the start of a visit that can no longer be booked. */
export type SlotPosition = "start" | "within" | "lost" | "outside";

/** The text on an hour that is not free. Color is never the only sign: the word and the hatching say it too. */
const STATE_WORDS: Record<Exclude<HourState, "free">, string> = {
  booked: "Booked",
  held: "Held",
  own: "Yours",
  closed: "Closed",
  past: "Past",
};

interface SlotButtonProps {
  slot: RoomHour;
  /**
   * Of one hour, as text; null if nothing is to be paid. It is read out, and drawn only where it differs from the room's usual
   * one.
   */
  price: string | null;
  usual: string;
  inks: RoomInks;
  position: SlotPosition;
  /** The length of the chosen visit in hours. */
  visitHours: number;
  /** The hours that a visit would need from here, if they are not free; null if a visit can start here. */
  tooShort: number | null;
  onPress(hour: number): void;
  onPointerDown(event: PointerEvent, hour: number): void;
  onPointerEnter(event: PointerEvent, hour: number): void;
}

/** A day has thirteen, so each is drawn again only if something of its own has changed. */
export const SlotButton = memo(function SlotButton({
  slot,
  price,
  usual,
  inks,
  position,
  visitHours,
  tooShort,
  onPress,
  onPointerDown,
  onPointerEnter,
}: SlotButtonProps) {
  const zone = useZone();
  const { state } = slot;
  const free = state === "free";
  const chosen = free && (position === "start" || position === "within");
  const own = visitorZone();
  return (
    <button
      type="button"
      disabled={!free}
      aria-pressed={free ? position === "start" : undefined}
      data-slot-hour={slot.hour}
      data-slot-state={state}
      data-chosen={chosen || undefined}
      onClick={() => onPress(slot.hour)}
      onPointerDown={(event) => onPointerDown(event, slot.hour)}
      onPointerEnter={(event) => onPointerEnter(event, slot.hour)}
      className={clsx(
        "flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-1 text-left text-sm transition-colors duration-120 ease-register select-none",
        free
          ? "font-semibold hover:inset-ring-3 hover:inset-ring-current focus-visible:z-1"
          : "cursor-not-allowed text-muted",
        (state === "booked" || state === "held" || state === "closed") && "hatched slot-taken",
        // The hours of one booking form one block, without a rule between them.
        position === "within" && chosen && "-mt-0.5 pt-1.5",
        position === "lost" && "inset-ring-3 inset-ring-danger",
      )}
      style={
        chosen
          ? { backgroundColor: inks.first.hex, color: inks.first.text }
          : free
            ? { backgroundColor: tintOf(inks.first) }
            : undefined
      }
    >
      <span className={clsx("figures grid leading-tight", !free && "bg-ground px-1")}>
        <time dateTime={slot.startsAt.toISOString()}>{timeRange(slot.startsAt, slot.endsAt, zone)}</time>
        {clocksDiffer(slot.startsAt, zone, own) && (
          <span className="text-xs font-normal">
            {timeRangeElsewhere(slot.startsAt, slot.endsAt, zone, own)}
            <span className="sr-only"> where you are</span>
          </span>
        )}
      </span>
      {free ? (
        <span className="figures">
          <span className="sr-only">
            {[
              price ?? "free",
              ...placeWords(chosen ? position : "outside", visitHours),
              ...(tooShort === null ? [] : [`too late for a visit of ${hoursText(tooShort)}`]),
            ].join(", ")}
          </span>
          {price !== null && price !== usual && (
            <span aria-hidden="true" className="mr-2 text-sm font-semibold">
              {price}
            </span>
          )}
          {chosen && position === "start" && <span aria-hidden="true">✓ {hoursText(visitHours)}</span>}
        </span>
      ) : (
        <span className="figures bg-ground px-1.5 font-semibold">{slot.reason ?? STATE_WORDS[state]}</span>
      )}
    </button>
  );
});

/** What an hour of the visit is called, besides its price. */
function placeWords(place: SlotPosition, visitHours: number): string[] {
  if (place === "start") return ["your start", hoursText(visitHours)];
  return place === "within" ? ["part of your booking"] : [];
}
