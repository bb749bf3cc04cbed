/** The form by which staff move a visit, or dates of its series, to other hours, another length or another room. */
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { BookingMove } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import type { SeriesScope } from "../../../../core/booking/series/repeat.ts";
import { hoursOn, instantsOf, takenWithin } from "../../../../core/calendar/room-hours.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  isVenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../../core/venue/time/venue-time.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { takenHoursQuery } from "../../api/staff-bookings.ts";
import { clockOf } from "../../format/hours.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import { useZone } from "../../format/venue.ts";
import { ScopeFields } from "../../ui/booking/scope-fields.tsx";
import { type VisitChoice, VisitPicker } from "../../ui/booking/visit-picker.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { MoveOne } from "./move-one.tsx";
import { MoveDates } from "./series/move-dates.tsx";

interface MoveFormProps {
  booking: StaffBooking;
  /** Where it was dragged to; undefined if the form still asks for that. */
  to?: VisitChoice | undefined;
  onDone(): void;
}

export function MoveForm(props: MoveFormProps) {
  const { data: rooms } = useQuery(roomsQuery);
  return rooms ? <MoveWithin rooms={rooms} {...props} /> : <Skeleton className="h-64" />;
}

function choiceOf({ roomId, startTime, endTime }: StaffBooking, zone: string): VisitChoice {
  const startsAt = new Date(startTime);
  const start = venueClockOf(startsAt, zone).hour;
  const end = start + (Date.parse(endTime) - startsAt.getTime()) / HOUR_MS;
  return { roomId, day: venueDayOf(startsAt, zone), start, end };
}

function MoveWithin({ booking, to, rooms, onDone }: MoveFormProps & { rooms: readonly Room[] }) {
  const zone = useZone();
  const id = useId();
  const [choice, setChoice] = useState(() => to ?? choiceOf(booking, zone));
  const [ourFault, setOurFault] = useState(false);
  const [now] = useState(() => new Date());
  const today = venueDayOf(now, zone);
  const { roomId, day, start, end } = choice;
  const taken = useQuery({ ...takenHoursQuery(roomId, day), enabled: isVenueDay(day) });
  const hours = useMemo(() => {
    const room = rooms.find(({ id }) => id === roomId);
    if (!taken.data || !room || !isVenueDay(day)) return null;
    const without = roomId === booking.roomId ? booking : undefined;
    return hoursOn(day, calendarOf(taken.data, { room, for: "staff", now, without }));
  }, [taken.data, day, now, rooms, roomId, booking]);

  const span = start !== null && end !== null ? { start, end } : null;
  const at = hours && span && takenWithin(hours, span).length === 0 ? instantsOf(hours, span) : null;
  const isSame =
    at !== null &&
    roomId === booking.roomId &&
    at.startsAt.toISOString() === booking.startTime &&
    at.endsAt.toISOString() === booking.endTime;
  const move: BookingMove | null =
    at && !isSame
      ? { roomId, startTime: at.startsAt.toISOString(), endTime: at.endsAt.toISOString(), ourFault }
      : null;
  const [chosenScope, setScope] = useState<SeriesScope>("one");
  const before = choiceOf(booking, zone);
  const onlyOne =
    at && (day !== before.day || length(choice) !== length(before))
      ? "Another day or another length is for this date only: a series moves within its days."
      : null;
  const scope = onlyOne === null ? chosenScope : "one";
  const { seriesId } = booking;

  return (
    <div className="grid gap-4">
      {seriesId !== undefined && (
        <ScopeFields
          booking={booking}
          legend="Which dates move?"
          scope={scope}
          onChange={setScope}
          onlyOne={onlyOne}
        />
      )}
      <VisitPicker
        rooms={rooms}
        choice={choice}
        onChange={setChoice}
        hours={hours}
        today={today}
        lastDay={addDays(today, BOOKING_HORIZON_DAYS)}
        field={(name) => ({ id: `${id}-${name}`, error: undefined })}
      />
      <Checkbox
        label="We are the cause: the guest pays no more"
        hint="For a fault of ours, such as a broken heater. The price does not rise, also in a dearer room."
        checked={ourFault}
        onChange={({ target }) => setOurFault(target.checked)}
      />
      {seriesId === undefined || scope === "one" ? (
        <MoveOne booking={booking} move={move} isSame={isSame} onDone={onDone} />
      ) : (
        <MoveDates
          seriesId={seriesId}
          asked={
            move && start !== null
              ? {
                  bookingId: booking.id,
                  scope,
                  // What stays the same is not sent: dates that were moved by themselves keep their own.
                  ...(start === before.start ? {} : { startTime: clockOf(start) }),
                  ...(roomId === before.roomId ? {} : { roomId }),
                  ourFault,
                }
              : null
          }
          rooms={rooms}
          onDone={onDone}
        />
      )}
    </div>
  );
}

const length = ({ start, end }: VisitChoice): number => (end ?? 0) - (start ?? 0);
