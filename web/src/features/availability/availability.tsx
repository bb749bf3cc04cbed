/** Chooses a day and an hour: calendar and ruler side by side, or below each other on a phone (decision 154), and the summary. */
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { dayRestOf, type RoomCalendar } from "../../../../core/calendar/room-hours.ts";
import { inksOf, type RoomInks } from "../../../../core/venue/rooms/inks.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { hoursText } from "../../format/counts.ts";
import { hoursOfDay } from "../../format/venue.ts";
import { type BookingChoice, hoursOf, spanOf } from "../../session/booking-choice.ts";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { TellMe } from "../../ui/waitlist/tell-me.tsx";
import { DayRuler } from "./day-ruler.tsx";
import { MonthCalendar } from "./month-calendar.tsx";
import { SlotSummary } from "./slot-summary.tsx";
import { FreeTimeButtons } from "./slot-trouble.tsx";
import { tintOf } from "./tints.ts";
import type { Availability } from "./use-availability.ts";

/** From this width on, calendar and ruler are side by side; the grid below has the same limit as `md`. */
const SIDE_BY_SIDE = "(min-width: 48rem)";

interface AvailabilityPickerProps {
  room: Room;
  choice: BookingChoice;
  availability: Availability;
  onChoice(next: Partial<BookingChoice>): void;
  /** Integer cents for the whole chosen visit; null if it costs nothing more. */
  total?: number | null;
  /** Shown below the summary: the next step after choosing. */
  children?: ReactNode;
}

export function AvailabilityPicker({
  room,
  choice,
  availability,
  onChoice,
  total = null,
  children,
}: AvailabilityPickerProps) {
  const { day, slots } = availability;
  // A booking that is moved costs nothing more and keeps its length.
  const priced = total !== null;
  const full = slots !== null && !dayRestOf(slots, availability.leastHours).fits;
  const inks = inksOf(room.slug);
  const slotsHeading = useRef<HTMLHeadingElement>(null);
  const [leadTo, setLeadTo] = useState<VenueDay | null>(null);

  // On a phone the slots are below the fold: the day's heading takes the focus once it shows that day.
  useEffect(() => {
    if (leadTo === null || leadTo !== day) return;
    setLeadTo(null);
    slotsHeading.current?.focus({ preventScroll: true });
    slotsHeading.current?.scrollIntoView({ block: "start" });
  }, [leadTo, day]);

  const chooseDay = (next: VenueDay) => {
    if (!window.matchMedia(SIDE_BY_SIDE).matches) setLeadTo(next);
    if (next !== choice.day) onChoice({ day: next, startHour: null });
  };

  const chooseVisit = (next: Partial<BookingChoice>) => {
    // The shown day may not be chosen yet; choosing its first hour chooses it. An unchanged start counts as a step too.
    const visit = { ...choice, ...next, day };
    onChoice({ startHour: choice.startHour, ...next, ...(choice.day === day ? {} : { day }) });
    const span = spanOf(visit, room.timeZone);
    // What cannot be booked is no success: the notice says why.
    if (span === null || !availability.fits(span)) return;
    toast({ title: "Time Selected", description: dayAndTime(span.startsAt, span.endsAt, room.timeZone) });
  };

  const startsFree = slots?.some(({ hour, state }) => hour === choice.startHour && state === "free");
  return (
    <div
      className={
        "grid gap-x-8 gap-y-8 md:grid-cols-[minmax(0,1fr)_15.5rem] xl:grid-cols-[minmax(0,1fr)_18rem] " +
        "md:grid-rows-[auto_1fr] md:gap-y-6 xl:gap-x-10"
      }
    >
      <div className="grid content-start gap-6">
        {availability.failed && (
          <FailureNotice
            title="Availability could not be loaded. You cannot choose a time until it is."
            onRetry={availability.retry}
          />
        )}
        <MonthCalendar availability={availability} inks={inks} onDay={chooseDay} />
        <Legend inks={inks} closures={hasClosures(availability.monthHours)} />
        {day !== null && choice.startHour === null && full && (
          <div className="grid gap-3 border-l-4 border-ink pl-4">
            <p>
              This day has no free{" "}
              {availability.leastHours === 1 ? "slot" : `${hoursText(availability.leastHours)} in a row`}{" "}
              left.{availability.offers.length > 0 && " The nearest free times:"}
            </p>
            <div className="flex flex-wrap gap-2">
              <FreeTimeButtons
                room={room}
                choice={choice}
                day={day}
                offers={availability.offers}
                onChoice={onChoice}
              />
              {priced && (
                <TellMe
                  wish={{
                    roomIds: [room.id],
                    day,
                    ...dayWindow(day),
                    hours: hoursOf(choice),
                    duration: choice.duration,
                    people: null,
                  }}
                />
              )}
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
        onVisit={chooseVisit}
      />
      <div className="grid content-start gap-6">
        {total !== null && availability.span !== null && startsFree && availability.trouble === null && (
          <SlotSummary room={room} choice={choice} span={availability.span} total={total} />
        )}
        {children}
      </div>
    </div>
  );
}

function dayWindow(day: VenueDay): { from: number; to: number } {
  const { open, close } = hoursOfDay(day);
  return { from: open, to: close };
}

/** Whether the shown month has closures, so that the legend explains them. */
const hasClosures = (month: RoomCalendar | null): boolean =>
  month !== null && [...month.taken.values()].some(({ by }) => by === "closed");

function Legend({ inks: { first }, closures }: { inks: RoomInks; closures: boolean }) {
  const marks = [
    { label: "Free", style: { backgroundColor: tintOf(first) } },
    { label: closures ? "Booked, held or closed" : "Booked or held", className: "hatched" },
    { label: "Your choice", style: { backgroundColor: first.hex } },
  ];
  return (
    <ul className="-mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {marks.map(({ label, className, style }) => (
        <li key={label} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={clsx("size-4 shrink-0 inset-ring-1 inset-ring-control", className)}
            style={style}
          />
          {label}
        </li>
      ))}
    </ul>
  );
}
