/** Owns the day as a vertical ruler of thirteen hours: free ones solid, taken ones hatched, the chosen ones overprinted (UI 6). */
import "./ruler.css";
import clsx from "clsx";
import type { Ref } from "react";
import type { RoomInks } from "../../../../bff/contract/inks.ts";
import { overprint } from "../../../../bff/contract/inks.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import {
  CLOSING_HOUR,
  clocksDiffer,
  dayName,
  FIRST_SLOT_HOUR,
  timeRange,
  zoneName,
} from "../../../../bff/contract/venue-time.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { visitorZone } from "../../ui/visit-time.tsx";
import { calendarDay, conditionWords } from "./calendar-days.ts";
import { freeCount, type Slot, type SlotState } from "./free-slots.ts";
import type { Availability } from "./use-availability.ts";

const HOURS = Array.from({ length: CLOSING_HOUR - FIRST_SLOT_HOUR }, (_, index) => FIRST_SLOT_HOUR + index);

interface DayRulerProps {
  room: Room;
  inks: RoomInks;
  choice: BookingChoice;
  availability: Availability;
  headingRef: Ref<HTMLHeadingElement>;
  priced: boolean;
  onSlot(slot: Slot): void;
  className?: string;
}

export function DayRuler({
  className,
  room,
  inks,
  choice,
  availability,
  headingRef,
  priced,
  onSlot,
}: DayRulerProps) {
  const { day, slots, today } = availability;
  return (
    <section aria-labelledby="slots-heading" className={clsx("min-w-0", className)}>
      <h3
        id="slots-heading"
        ref={headingRef}
        tabIndex={-1}
        className="poster-type scroll-mt-24 text-2xl sm:text-3xl"
      >
        {day === null ? "Choose a day" : dayName(day, Number(today.slice(0, 4)))}
      </h3>
      <p role="status" className="mt-1.5 min-h-6 text-sm text-muted">
        {day === null
          ? "Its thirteen hours appear here."
          : slots === null
            ? "Looking up what is free…"
            : `${sentence(conditionWords({ ...calendarDay(day, today, null), free: freeCount(slots) }))}. Each slot is one hour.`}
      </p>
      <ZoneNote zone={room.timeZone} at={slots?.[0]?.startsAt ?? null} />
      <ol className={clsx("mt-3 border-b-2 border-ink", day === null && "hidden md:block")}>
        {slots === null
          ? HOURS.map((hour) => (
              <RulerRow key={hour} hour={hour}>
                {day === null ? (
                  <div className="min-h-11 bg-sheet/60" />
                ) : (
                  <Skeleton className="min-h-11 w-full" />
                )}
              </RulerRow>
            ))
          : slots.map((slot) => (
              <RulerRow key={slot.hour} hour={slot.hour}>
                <SlotButton
                  slot={slot}
                  price={priced ? room.hourlyRate : null}
                  zone={room.timeZone}
                  inks={inks}
                  place={placeIn(choice, slot.hour, availability.trouble !== null)}
                  onSlot={onSlot}
                />
              </RulerRow>
            ))}
      </ol>
    </section>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `lost`: the start of a choice that cannot be booked any more. */
type Place = "start" | "within" | "lost" | "outside";

function placeIn(choice: BookingChoice, hour: number, troubled: boolean): Place {
  if (choice.startHour === null) return "outside";
  if (hour === choice.startHour) return troubled ? "lost" : "start";
  const within = hour > choice.startHour && hour < choice.startHour + hoursOf(choice);
  return within && !troubled ? "within" : "outside";
}

/** The venue's clock is what counts; a visitor elsewhere is told so, and sees both (UI 11). */
function ZoneNote({ zone, at }: { zone: string; at: Date | null }) {
  const instant = at ?? new Date();
  const own = visitorZone();
  return (
    <p className="text-sm text-muted">
      Times in {zoneName(zone, instant)}.
      {clocksDiffer(instant, zone, own) && ` Below each, your own: ${zoneName(own, instant)}.`}
    </p>
  );
}

/** One hour of the ruler: its mark at the edge with quarter ticks, its slot beside it. */
function RulerRow({ hour, children }: { hour: number; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)]">
      <span
        aria-hidden="true"
        className="ruler-ticks figures relative border-t-2 border-ink pt-0.5 text-xs leading-none font-semibold"
      >
        {hour % 12 || 12}
      </span>
      <div className="grid border-t-2 border-ink">{children}</div>
    </li>
  );
}

/** What stands in place of the price. Color never says it alone: the word and the hatching do. */
const STATE_WORDS: Record<Exclude<SlotState, "free">, string> = {
  booked: "Booked",
  held: "Held",
  own: "Yours",
  past: "Past",
};

interface SlotButtonProps {
  slot: Slot;
  /** Dollars an hour, as on the wire; null where nothing is to be paid. */
  price: string | null;
  zone: string;
  inks: RoomInks;
  place: Place;
  onSlot(slot: Slot): void;
}

function SlotButton({ slot, price, zone, inks, place, onSlot }: SlotButtonProps) {
  const free = slot.state === "free";
  const chosen = free && (place === "start" || place === "within");
  const surface = chosen ? overprint(inks) : { hex: inks.first.hex, text: inks.first.text };
  const own = visitorZone();
  return (
    <button
      type="button"
      disabled={!free}
      aria-pressed={free ? place === "start" : undefined}
      data-slot-hour={slot.hour}
      data-slot-state={slot.state}
      onClick={() => onSlot(slot)}
      className={clsx(
        "flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 px-3 py-1 text-left text-sm transition-colors duration-120 ease-register",
        free
          ? "font-semibold hover:inset-ring-3 hover:inset-ring-current focus-visible:z-1"
          : "cursor-not-allowed text-muted",
        (slot.state === "booked" || slot.state === "held") && "hatched slot-taken",
        // The hours of one booking stand together: no rule between them.
        place === "within" && chosen && "-mt-0.5 pt-1.5",
        place === "lost" && "inset-ring-3 inset-ring-danger",
      )}
      style={free ? { backgroundColor: surface.hex, color: surface.text } : undefined}
    >
      <span className={clsx("figures grid leading-tight", !free && "bg-ground px-1")}>
        <time dateTime={slot.startsAt.toISOString()}>{timeRange(slot.startsAt, slot.endsAt, zone)}</time>
        {clocksDiffer(slot.startsAt, zone, own) && (
          <span className="text-xs font-normal">
            {timeRange(slot.startsAt, slot.endsAt, own)}
            <span className="sr-only"> where you are</span>
          </span>
        )}
      </span>
      <span className={clsx("figures", !free && "bg-ground px-1.5 font-semibold")}>
        {slot.state === "free" ? (price === null ? "Free" : `$${price}`) : STATE_WORDS[slot.state]}
      </span>
      {place === "within" && chosen && <span className="sr-only">, part of your booking</span>}
    </button>
  );
}
