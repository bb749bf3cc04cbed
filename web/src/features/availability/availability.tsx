/** Owns choosing a day and an hour: calendar and ruler side by side, one below the other on a phone (UI 7), and the summary. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { inksOf, overprint, type RoomInks } from "../../../../bff/contract/inks.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import {
  dayAndTime,
  HOUR_MS,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../../bff/contract/venue-time.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { DayRuler } from "./day-ruler.tsx";
import { freeCount, type Slot } from "./free-slots.ts";
import { MonthCalendar } from "./month-calendar.tsx";
import { SlotSummary } from "./slot-summary.tsx";
import { Offers } from "./slot-trouble.tsx";
import type { Availability } from "./use-availability.ts";

/** From here on calendar and ruler stand side by side; the grid below says the same with `md`. */
const SIDE_BY_SIDE = "(min-width: 48rem)";

interface AvailabilityPickerProps {
  room: Room;
  choice: BookingChoice;
  availability: Availability;
  onChoice(next: Partial<BookingChoice>): void;
  /** Whether a slot costs something: not where a booking is only moved. */
  priced?: boolean;
  /** What comes after choosing: the way on, under the summary. */
  children?: ReactNode;
}

export function AvailabilityPicker({
  room,
  choice,
  availability,
  onChoice,
  priced = true,
  children,
}: AvailabilityPickerProps) {
  const { day, slots } = availability;
  const inks = inksOf(room.slug);
  const slotsHeading = useRef<HTMLHeadingElement>(null);
  const [leadTo, setLeadTo] = useState<VenueDay | null>(null);

  // On a phone the slots are below the fold: the day's own heading takes the focus once it says that day.
  useEffect(() => {
    if (leadTo === null || leadTo !== day) return;
    setLeadTo(null);
    slotsHeading.current?.focus({ preventScroll: true });
    slotsHeading.current?.scrollIntoView({ block: "start" });
  }, [leadTo, day]);

  const chooseDay = (next: VenueDay) => {
    if (!window.matchMedia(SIDE_BY_SIDE).matches) setLeadTo(next);
    if (next !== day) onChoice({ day: next, startHour: null });
  };

  const chooseSlot = (slot: Slot) => {
    onChoice({ startHour: slot.hour });
    toast({ title: "Time Selected", description: dayAndTime(slot.startsAt, slot.endsAt, room.timeZone) });
  };

  const chosen = slots?.find((slot) => slot.hour === choice.startHour && slot.state === "free");
  return (
    <div
      className={
        "grid gap-x-8 gap-y-8 md:grid-cols-[minmax(0,1fr)_minmax(15.5rem,19rem)] " +
        "md:grid-rows-[auto_1fr] md:gap-y-6 xl:gap-x-12"
      }
    >
      <div className="grid content-start gap-6">
        {availability.failed && <FailedNotice onRetry={availability.retry} />}
        <MonthCalendar availability={availability} inks={inks} onDay={chooseDay} />
        <Legend inks={inks} />
        {day === null && <NextFree room={room} onChoice={onChoice} />}
        {day !== null && choice.startHour === null && slots !== null && freeCount(slots) === 0 && (
          <div className="grid gap-3 border-l-4 border-ink pl-4">
            <p>
              This day has no free slot left.{availability.offers.length > 0 && " The nearest free times:"}
            </p>
            <div className="flex flex-wrap gap-2">
              <Offers
                room={room}
                choice={choice}
                day={day}
                offers={availability.offers}
                onChoice={onChoice}
              />
            </div>
          </div>
        )}
      </div>
      <DayRuler
        className="md:col-start-2 md:row-span-2 md:row-start-1"
        room={room}
        inks={inks}
        choice={choice}
        availability={availability}
        headingRef={slotsHeading}
        priced={priced}
        onSlot={chooseSlot}
      />
      <div className="grid content-start gap-6">
        {priced && day !== null && chosen !== undefined && (
          <SlotSummary room={room} day={day} slot={chosen} hours={hoursOf(choice)} />
        )}
        {children}
      </div>
    </div>
  );
}

function FailedNotice({ onRetry }: { onRetry(): void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-2 border-danger bg-sheet p-4">
      <p>
        <strong className="text-danger">Availability could not be loaded.</strong> Nothing can be chosen until
        it is.
      </p>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** What solid, hatched and overprinted mean, on the calendar as on the ruler. */
function Legend({ inks }: { inks: RoomInks }) {
  const mark = "size-4 shrink-0 inset-ring-1 inset-ring-control";
  return (
    <ul className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className={mark} style={{ backgroundColor: inks.first.hex }} /> Free
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className={`${mark} hatched`} /> Booked or held
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className={mark} style={{ backgroundColor: overprint(inks).hex }} /> Your
        choice
      </li>
    </ul>
  );
}

/** The short way for whoever wants the room as soon as possible. */
function NextFree({ room, onChoice }: Pick<AvailabilityPickerProps, "room" | "onChoice">) {
  if (room.nextFreeAt === null) return null;
  const startsAt = new Date(room.nextFreeAt);
  if (startsAt.getTime() <= Date.now()) return null;
  const next = {
    day: venueDayOf(startsAt, room.timeZone),
    startHour: venueClockOf(startsAt, room.timeZone).hour,
  };
  const words = dayAndTime(startsAt, new Date(startsAt.getTime() + HOUR_MS), room.timeZone);
  return (
    <p className="border-l-4 border-ink pl-4">
      Next free:{" "}
      <button
        type="button"
        className="figures min-h-6 text-left font-semibold underline underline-offset-4 hover:text-action"
        onClick={() => onChoice(next)}
      >
        {words}
      </button>
    </p>
  );
}
