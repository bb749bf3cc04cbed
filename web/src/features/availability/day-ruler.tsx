/** Shows the day as a vertical ruler of its hours: free ones tinted, taken ones hatched, the chosen ones in full ink (decision 154). */
import { hourlyOn, hourPrice } from "../../format/hour-prices.ts";
import { useZone } from "../../format/venue.ts";
import "./ruler.css";
import clsx from "clsx";
import type { Ref } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { dayRestOf, freeRun } from "../../../../core/calendar/room-hours.ts";
import type { RoomInks } from "../../../../core/venue/rooms/inks.ts";
import { clocksDiffer, dayName, zoneName } from "../../../../core/venue/time/time-format.ts";
import { useHandler } from "../../browser/use-handler.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hourRange } from "../../format/hours.ts";
import { hourStarts, hoursOfDay } from "../../format/venue.ts";
import { takenRuns, windowAround } from "../../format/waitlist-window.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";
import { visitorZone } from "../../ui/booking/visit-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TellMe } from "../../ui/waitlist/tell-me.tsx";
import { describeDay } from "./calendar-days.ts";
import { SlotButton, type SlotPosition } from "./slot-button.tsx";
import type { Availability } from "./use-availability.ts";
import { useRulerInput } from "./use-ruler-input.ts";

interface DayRulerProps {
  room: Room;
  inks: RoomInks;
  choice: BookingChoice;
  availability: Availability;
  headingRef: Ref<HTMLHeadingElement>;
  priced: boolean;
  /** Called when a press, a drag or a key has changed where the visit starts or how long it lasts. */
  onVisit(next: Partial<BookingChoice>): void;
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
  onVisit,
}: DayRulerProps) {
  const { day, slots, today, leastHours } = availability;
  const ruler = useRulerInput({
    choice,
    slots,
    minHours: leastHours,
    fixedLength: !priced,
    onChange: onVisit,
  });
  const { dragged, note } = ruler;
  const rest = dayRestOf(slots ?? [], leastHours);
  const onPress = useHandler(ruler.press);
  const onPointerDown = useHandler(ruler.onPointerDown);
  const onPointerEnter = useHandler(ruler.onPointerEnter);
  const shown = dragged === null ? choice : { startHour: dragged.first };
  /** The hours that a visit needs from its start. */
  const needed = priced && choice.duration === "hourly" ? leastHours : hoursOf(choice);
  const { usual } = hourlyOn(room, day);
  // A booking that is moved has its hours and waits for no others.
  const runs = priced && slots !== null && day !== null ? takenRuns(slots) : [];
  const visitHours = dragged === null ? hoursOf(choice) : dragged.last - dragged.first + 1;
  return (
    <section aria-labelledby="slots-heading" className={clsx("min-w-0", className)}>
      <h3
        id="slots-heading"
        ref={headingRef}
        tabIndex={-1}
        className="poster-type scroll-mt-24 text-2xl sm:text-3xl"
      >
        {day === null ? "The next free day" : dayName(day, Number(today.slice(0, 4)))}
      </h3>
      <p role="status" className="mt-1.5 min-h-6 text-sm text-muted">
        {slots === null
          ? "Loading the free times…"
          : `${sentence(describeDay({ rule: "open", remaining: rest, leastHours }))}.`}
        {priced && rest.fits && <span className="text-ink"> Press your first hour, then your last.</span>}
      </p>
      <ZoneNote at={slots?.[0]?.startsAt ?? null} />
      <ol className="mt-3 border-b-2 border-ink" onKeyDown={ruler.onKeyDown}>
        {slots === null
          ? hourStarts(hoursOfDay(day)).map((hour) => (
              <RulerRow key={hour} hour={hour}>
                <Skeleton className="min-h-11 w-full" />
              </RulerRow>
            ))
          : slots.map((slot) => (
              <RulerRow key={slot.hour} hour={slot.hour}>
                <SlotButton
                  slot={slot}
                  price={priced ? (day === null ? usual : hourPrice(room, day, slot.hour)) : null}
                  usual={usual}
                  inks={inks}
                  position={placeIn(
                    shown,
                    visitHours,
                    slot.hour,
                    dragged === null && availability.trouble !== null,
                  )}
                  visitHours={visitHours}
                  tooShort={
                    choice.startHour === null && freeRun(slots, slot.hour, needed) < needed ? needed : null
                  }
                  onPress={onPress}
                  onPointerDown={onPointerDown}
                  onPointerEnter={onPointerEnter}
                />
                {day !== null && (
                  <WaitForRun
                    run={runs.find(({ to }) => to === slot.hour + 1)}
                    room={room}
                    day={day}
                    choice={choice}
                  />
                )}
                {note?.hour === slot.hour && (
                  <div className="grid gap-2 border-t-2 border-ink bg-ink px-3 py-2 text-sm text-ground">
                    <p role="alert">{note.words}</p>
                    {note.instead && note.instead.starts.length > 0 && (
                      <ul aria-label="Choose instead" className="grid gap-1.5">
                        {note.instead.starts.map((start) => (
                          <li key={start}>
                            <button
                              type="button"
                              className="figures min-h-11 w-full border-2 border-ground px-2 text-left font-semibold hover:underline"
                              onClick={() => ruler.takeInstead(start)}
                            >
                              {clockHour(start)} – {clockHour(start + (note.instead?.hours ?? 0))}
                            </button>
                          </li>
                        ))}
                      </ul>
                    )}
                  </div>
                )}
              </RulerRow>
            ))}
      </ol>
    </section>
  );
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The place of an hour relative to the choice; hours under a drag count as chosen. */
function placeIn(
  choice: Pick<BookingChoice, "startHour">,
  visitHours: number,
  hour: number,
  troubled: boolean,
): SlotPosition {
  const { startHour } = choice;
  if (startHour === null) return "outside";
  if (hour === startHour) return troubled ? "lost" : "start";
  return hour > startHour && hour < startHour + visitHours && !troubled ? "within" : "outside";
}

/** The venue's clock counts; a visitor in another zone sees both times (decision 13). */
function ZoneNote({ at }: { at: Date | null }) {
  const zone = useZone();
  const instant = at ?? new Date();
  const own = visitorZone();
  return (
    <p className="text-sm text-muted">
      Times in {zoneName(zone, instant)}.
      {clocksDiffer(instant, zone, own) &&
        ` Below each, the same time where you are: ${zoneName(own, instant)}.`}
    </p>
  );
}

interface WaitForRunProps {
  /** The taken hours in a row that end here; undefined if none do. */
  run: { from: number; to: number } | undefined;
  room: Room;
  day: string;
  choice: BookingChoice;
}

function WaitForRun({ run, room, day, choice }: WaitForRunProps) {
  if (run === undefined) return null;
  const hours = hoursOf(choice);
  return (
    <TellMe
      variant="ghost"
      className="w-full justify-start! border-t border-rule px-3! text-sm font-semibold decoration-current!"
      what={hourRange(run)}
      wish={{
        roomIds: [room.id],
        day,
        ...windowAround(run, hours, hoursOfDay(day)),
        hours,
        duration: choice.duration,
        people: null,
      }}
    />
  );
}

/** One hour of the ruler: its mark at the edge with quarter ticks, and its slot. */
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
