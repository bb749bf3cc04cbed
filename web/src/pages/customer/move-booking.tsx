/** Moves a booking to another time with the room's live calendar, which shows the booking's own hours as free (decision 71). */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dayAndTime, dayName } from "../../../../core/venue/time/time-format.ts";
import { type BookingAccess, bookingAccessKey, moveBooking } from "../../api/customer-bookings.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { roomBookingsKey, roomQuery } from "../../api/rooms.ts";
import { formatVisit } from "../../features/account/own-booking.ts";
import { AvailabilityPicker } from "../../features/availability/availability.tsx";
import { NewTime } from "../../features/availability/new-time.tsx";
import { SlotTroubleNotice } from "../../features/availability/slot-trouble.tsx";
import { useAvailability } from "../../features/availability/use-availability.ts";
import { RoomLoadFailed } from "../../features/room/room-states.tsx";
import { refreshShown } from "../../live/refresh.ts";
import { useLiveRoom, useReadyToRead } from "../../live/use-live-room.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface MoveBookingProps {
  booking: OwnBooking;
  right: BookingAccess;
  /** Leads back to where the booking is shown, whether or not it was moved. */
  onDone(): void;
}

export function MoveBooking(props: MoveBookingProps) {
  const { booking, onDone } = props;
  const { data: room, error, refetch } = useQuery(roomQuery(booking.roomSlug));
  if (error && !room) return <RoomLoadFailed onRetry={() => void refetch()} />;
  return (
    <div className="page grid gap-8 pt-6">
      <Button variant="ghost" className="justify-self-start px-0! text-ink!" onClick={onDone}>
        <span aria-hidden="true">←</span> Keep the current time
      </Button>
      <header className="grid gap-4 border-b-2 border-ink pb-6">
        <PageHeading className="poster-type text-5xl sm:text-7xl">Reschedule your booking</PageHeading>
        <p className="max-w-[62ch] text-lg">
          You booked {booking.roomName} on <strong>{formatVisit(booking)}</strong>. Choose a new start until{" "}
          {dayName(booking.rescheduleUntil, new Date().getFullYear())}. Room, length and price stay the same.
        </p>
      </header>
      <section>
        <h2 className="poster-type mb-6 text-4xl sm:text-5xl">Choose a time</h2>
        {room ? <Choosing {...props} room={room} /> : <Skeleton className="h-112" />}
      </section>
    </div>
  );
}

function Choosing({ booking, right, onDone, room }: MoveBookingProps & { room: Room }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<BookingChoice>({
    day: null,
    startHour: null,
    duration: "hourly",
    hourCount: booking.hourCount,
  });
  const live = useLiveRoom(room.id, { onEvent() {} });
  const availability = useAvailability(room, choice, {
    leastHours: booking.hourCount,
    ready: useReadyToRead(live),
    moved: {
      startTime: booking.startTime,
      endTime: booking.endTime,
      lastDay: booking.rescheduleUntil,
    },
  });
  const { span, day, trouble } = availability;
  const unchanged = span?.startsAt.toISOString() === booking.startTime;

  const move = useMutation({
    mutationFn: (to: { startDate: string; startTime: string }) => moveBooking(right, to),
    onSuccess: async ({ message }) => {
      toast({ title: "Booking Rescheduled", description: message });
      onDone();
      await refreshShown(client, bookingAccessKey(right));
    },
    onError: (error) => {
      toast({ title: "Reschedule Failed", description: refusal(error), variant: "danger" });
      void refreshShown(client, roomBookingsKey(room.id));
    },
  });

  const change = (next: Partial<BookingChoice>) => {
    move.reset();
    setChoice({ ...choice, ...next });
  };

  return (
    <AvailabilityPicker room={room} choice={choice} availability={availability} onChoice={change}>
      <SlotTroubleNotice
        room={room}
        choice={choice}
        availability={availability}
        // A shorter visit would be another booking.
        minHours={booking.hourCount}
        onChoice={change}
      />
      {span !== null && day !== null && trouble?.kind !== "closing" && (
        <NewTime
          ink={inksOf(room.slug).first}
          rows={[
            { label: "From", value: formatVisit(booking) },
            { label: "To", value: dayAndTime(span.startsAt, span.endsAt, room.timeZone), strong: true },
            { label: "Already paid", value: formatMoney(booking.paidAmount) },
            { label: "Cost of moving", value: formatMoney(0) },
          ]}
          unchanged={unchanged ? "This is the current time of your booking." : null}
          refused={move.isError ? refusal(move.error) : null}
          unavailable={trouble !== null}
          busy={move.isPending}
          words={{ take: "Move my booking", taking: "Moving…" }}
          onConfirm={() => move.mutate({ startDate: day, startTime: span.startsAt.toISOString() })}
        />
      )}
    </AvailabilityPicker>
  );
}

const refusal = (error: unknown): string =>
  refusalMessage(error, "The booking could not be moved. Please try again.");
