/** Shown if the chosen time cannot be booked: the nearest times that can, while the typed fields stay (decision 158). */

import type { Room } from "../../../../bff/contract/room.ts";
import type { SpanProblem, Start } from "../../../../core/calendar/room-hours.ts";
import { clockTime, dayName, timeRange } from "../../../../core/venue/time/time-format.ts";
import { HOUR_MS } from "../../../../core/venue/time/venue-time.ts";
import { hoursText } from "../../format/counts.ts";
import { hoursOfDay } from "../../format/venue.ts";
import { type BookingChoice, hoursOf } from "../../session/booking-choice.ts";
import { Button } from "../../ui/button.tsx";
import { TellMe } from "../../ui/waitlist/tell-me.tsx";
import { describeCause, describeTrouble } from "./trouble-words.ts";
import type { Availability } from "./use-availability.ts";

interface SlotTroubleProps {
  room: Room;
  choice: BookingChoice;
  availability: Pick<Availability, "trouble" | "offers" | "span" | "day">;
  /** The minimum hours of an hourly booking on this page. */
  minHours: number;
  onChoice(next: Partial<BookingChoice>): void;
}

/** On a phone two buttons fit side by side. */
const OFFER = "figures px-2.5! text-sm! sm:px-5! sm:text-base!";

/** Others have the hours; what the venue has closed does not free up by itself. */
const mayFreeUp = (trouble: SpanProblem): boolean => trouble.kind === "taken" && trouble.by !== "closed";

/** Stays mounted and empty while there is no trouble, so that screen readers announce it when it appears. */
export function SlotTroubleNotice({ room, choice, availability, minHours, onChoice }: SlotTroubleProps) {
  const { trouble, offers, span, day } = availability;
  const shown = trouble !== null && span !== null && day !== null;
  const cause = shown ? describeCause(trouble, room) : null;
  const canShorten = shown && choice.duration === "hourly" && trouble.freeHours >= minHours;
  return (
    <div role="alert">
      {shown && (
        <div className="border-2 border-danger bg-sheet px-4 py-3 shadow-[5px_5px_0_0_var(--color-orange)]">
          <p className="font-semibold text-danger">
            {describeTrouble(
              trouble,
              clockTime(span.startsAt, room.timeZone),
              hoursOf(choice),
              hoursOfDay(day).close,
            )}
          </p>
          {cause !== null && <p className="mt-0.5 font-semibold">{cause}</p>}
          <p className="mt-0.5 text-sm">
            Your entries stay as they are.{" "}
            {offers.length > 0 || canShorten
              ? "Free times nearby:"
              : "No time of this length is free for the rest of the month. Try a shorter visit or another month."}
          </p>
          <div className="mt-2.5 flex flex-wrap gap-2">
            {canShorten && (
              <Button
                variant="outline"
                className={OFFER}
                onClick={() => onChoice({ hourCount: trouble.freeHours })}
              >
                {clockTime(span.startsAt, room.timeZone)} for {hoursText(trouble.freeHours)}
              </Button>
            )}
            <FreeTimeButtons room={room} choice={choice} day={day} offers={offers} onChoice={onChoice} />
            {mayFreeUp(trouble) && choice.startHour !== null && (
              <TellMe
                className={OFFER}
                wish={{
                  roomIds: [room.id],
                  day,
                  from: choice.startHour,
                  to: choice.startHour + hoursOf(choice),
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
  );
}

interface FreeTimeButtonsProps {
  room: Room;
  choice: BookingChoice;
  /** The day on show; an offer on another day names it. */
  day: string;
  offers: readonly Start[];
  onChoice(next: Partial<BookingChoice>): void;
}

/** The nearest free times as buttons. */
export function FreeTimeButtons({ room, choice, day, offers, onChoice }: FreeTimeButtonsProps) {
  return offers.map((offer) => {
    const { day: itsDay, startHour, startsAt } = offer;
    const endsAt = new Date(startsAt.getTime() + hoursOf(choice) * HOUR_MS);
    const time = timeRange(startsAt, endsAt, room.timeZone);
    return (
      <Button
        key={startsAt.toISOString()}
        variant="outline"
        className={OFFER}
        onClick={() => onChoice({ day: itsDay, startHour })}
      >
        {itsDay === day ? time : `${dayName(itsDay)}, ${time}`}
      </Button>
    );
  });
}
