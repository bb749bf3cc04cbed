/** What is offered after a hold has ended: the same hours with one press while they are free, or the room's calendar. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { BookingSubmission } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { knownEventType } from "../../../../core/booking/rules/event-types.ts";
import { formatMoney, toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { durationHours } from "../../../../core/booking/rules/pricing.ts";
import { bookingCreation } from "../../api/bookings.ts";
import { HELD_KEY } from "../../api/held-bookings.ts";
import { noAnswerMessage } from "../../api/refusal.ts";
import { roomBookingsKey, roomQuery } from "../../api/rooms.ts";
import { randomKey } from "../../browser/random-key.ts";
import { useAvailability } from "../../features/availability/use-availability.ts";
import { describeBookingFailure } from "../../features/booking/submission/booking-failure.ts";
import { currentVenue } from "../../format/venue.ts";
import { refreshShown } from "../../live/refresh.ts";
import { useLiveRoom, useReadyToRead } from "../../live/use-live-room.ts";
import { rememberHold } from "../../session/hold-marker.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";
import { TellMe } from "../../ui/waitlist/tell-me.tsx";
import { choiceOfBooking, payAddress } from "./booking-addresses.ts";

export function BookAgain({ booking }: { booking: OwnBooking }) {
  const { data: room, isError } = useQuery(roomQuery(booking.roomSlug));
  return (
    <div className="grid max-w-2xl gap-5 text-lg">
      {room ? <Again booking={booking} room={room} /> : !isError && <Skeleton className="h-24 w-full" />}
      <a
        href={`/room/${booking.roomSlug}`}
        className={buttonClass({ variant: "outline", className: "justify-self-start" })}
      >
        Choose another time
      </a>
    </div>
  );
}

/** The same booking as a new submission, at the price that it had. Null if its personal data was erased. */
function sameAgain(booking: OwnBooking): BookingSubmission | null {
  const { firstName, lastName, email, phone, startTime, endTime, bookingDuration, hourCount } = booking;
  const { day } = choiceOfBooking(booking);
  if (!firstName || !lastName || !email || !phone || day === null) return null;
  const { roomId, eventType, attendees, specialRequirements, engineerRequired } = booking;
  const { totalAmount, downpaymentAmount } = booking;
  const remainingAmount = toAmount((toCents(totalAmount) ?? 0) - (toCents(downpaymentAmount) ?? 0));
  return {
    roomId,
    ...{ firstName, lastName, email, phone },
    ...{ startDate: day, startTime, endTime, eventType, attendees, specialRequirements, engineerRequired },
    ...{ bookingDuration, hourCount: bookingDuration === "hourly" ? hourCount : null },
    ...{ totalAmount, downpaymentAmount, remainingAmount },
    // The terms were accepted for these same hours.
    terms: true,
  };
}

/** The hours of the booking, for the waitlist. */
function wishOf(booking: OwnBooking): AskedWish {
  const { roomId, attendees, eventType, engineerRequired } = booking;
  const { day, startHour, duration, hourCount } = choiceOfBooking(booking);
  const hours = durationHours(duration, hourCount);
  const from = startHour ?? 0;
  return {
    roomIds: [roomId],
    day: day ?? "",
    ...{ from, to: from + hours, hours, duration },
    people: attendees,
    eventType: knownEventType(eventType) ?? undefined,
    engineer: engineerRequired,
  };
}

function Again({ booking, room }: { booking: OwnBooking; room: Room }) {
  const client = useQueryClient();
  const router = useRouter();
  const [key] = useState(randomKey);
  const ready = useReadyToRead(useLiveRoom(room.id, { onEvent() {} }));
  const { slots, trouble } = useAvailability(room, choiceOfBooking(booking), { leastHours: 1, ready });
  const submission = sameAgain(booking);
  const taking = useMutation({
    ...bookingCreation,
    onSuccess: (created) => {
      rememberHold(created.holdUntil);
      void client.invalidateQueries({ queryKey: HELD_KEY });
      toast({
        title: "Booking Created",
        description: `Complete the ${currentVenue().downpaymentPercent}% downpayment of ${formatMoney(created.downpaymentAmount)} to confirm your booking.`,
      });
      void router.navigate({ href: payAddress(created.id), replace: true });
    },
    onError: (error) => {
      toast({ title: "Booking Failed", description: describeBookingFailure(error), variant: "danger" });
      void refreshShown(client, roomBookingsKey(room.id));
    },
  });

  if (slots === null) return <Skeleton className="h-24 w-full" />;
  if (trouble !== null || submission === null || !room.bookable) {
    const taken = trouble?.kind === "taken" && trouble.by !== "closed";
    return (
      <>
        <p>These hours are no longer available: someone else has booked them, or they have begun.</p>
        {taken && room.bookable && <TellMe className="justify-self-start" wish={wishOf(booking)} />}
      </>
    );
  }
  const failure = taking.error;
  return (
    <div className="grid justify-items-start gap-3">
      <p>The hours are still free, and your details are still here.</p>
      {failure && (
        <RefusalNotice>
          {describeBookingFailure(failure)} {noAnswerMessage(failure)}
        </RefusalNotice>
      )}
      <Button
        size="lg"
        busy={taking.isPending}
        onClick={() => {
          if (!taking.isPending) taking.mutate({ submission, key });
        }}
      >
        {taking.isPending ? "Booking…" : "Book these hours again"}
      </Button>
    </div>
  );
}
