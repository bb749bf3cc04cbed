/** The form by which staff move a visit to other hours, another length or another room; it shows the resulting price first. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { BookingMove, BookingMoved } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { hoursOn, instantsOf, takenWithin } from "../../../../core/calendar/room-hours.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  HOUR_MS,
  isVenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { roomsQuery } from "../../api/rooms.ts";
import { BOOKINGS_KEY, moveBooking, movePreviewQuery, takenHoursQuery } from "../../api/staff-bookings.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { afterMoveText, differenceText } from "../../format/move-price.ts";
import { calendarOf } from "../../format/room-calendar.ts";
import { useZone } from "../../format/venue.ts";
import { type VisitChoice, VisitPicker } from "../../ui/booking/visit-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";

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
  const refresh = useRefresh();
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
  const preview = useQuery({
    ...movePreviewQuery(booking.id, move ?? { startTime: booking.startTime }),
    enabled: move !== null,
  });

  const moving = useMutation({
    mutationFn: (wanted: BookingMove) => moveBooking(booking.id, wanted),
    onSuccess: (moved, { startTime }) => {
      toast({
        title: "Booking Moved",
        description: [`Now ${dateAndTime(new Date(startTime), zone)}.`, afterMoveText(moved)]
          .filter(Boolean)
          .join(" "),
      });
      onDone();
    },
    onError: toastRefusal("Update Failed", "Failed to move the booking"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });

  return (
    <div className="grid gap-4">
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
      <div aria-live="polite" className="min-h-16 border-l-4 border-ink bg-sheet px-4 py-2.5">
        {move === null ? (
          <p className="text-muted">
            {isSame ? "This is its current room and time." : "Choose free hours to see the price."}
          </p>
        ) : preview.isError ? (
          <p className="font-semibold text-danger">
            {refusalMessage(preview.error, "The booking cannot be moved there")}
          </p>
        ) : preview.data ? (
          <Difference preview={preview.data} booking={booking} />
        ) : (
          <p className="text-muted">Calculating the price...</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          density="dense"
          variant="solid"
          busy={moving.isPending}
          inert={move === null || !preview.isSuccess}
          onClick={() => move && moving.mutate(move)}
        >
          {moving.isPending ? "Moving..." : "Move Booking"}
        </Button>
        <Button density="dense" inert={moving.isPending} onClick={onDone}>
          Leave It
        </Button>
      </div>
    </div>
  );
}

function Difference({ preview, booking }: { preview: BookingMoved; booking: StaffBooking }) {
  return (
    <>
      <p className="figures text-lg font-semibold">{differenceText(preview, booking)}</p>
      {preview.totalAmount !== booking.totalAmount && (
        <p className="figures text-sm text-muted">
          {formatMoney(preview.totalAmount)} instead of {formatMoney(booking.totalAmount)}. Overpaid card
          money is refunded automatically; other money is returned at the desk.
        </p>
      )}
    </>
  );
}
