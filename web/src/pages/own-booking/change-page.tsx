/** The page `/booking/{id}/change`: other hours or another length for a held booking before it is paid; its own hours count as free. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { HeldBooking } from "../../../../bff/contract/customer/held-booking.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney, toAmount, toCents } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { forgetAttempt } from "../../api/bookings.ts";
import { changeHold, HELD_KEY, heldBookingQuery } from "../../api/held-bookings.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { ROOMS_KEY, roomBookingsKey, roomQuery } from "../../api/rooms.ts";
import { AvailabilityPicker } from "../../features/availability/availability.tsx";
import { NewTime } from "../../features/availability/new-time.tsx";
import { SlotTroubleNotice } from "../../features/availability/slot-trouble.tsx";
import { useAvailability } from "../../features/availability/use-availability.ts";
import { lengthProblem } from "../../features/booking/length-choices.ts";
import { LengthFields } from "../../features/booking/length-fields.tsx";
import { RoomLoadFailed } from "../../features/room/room-states.tsx";
import { pricedAs, quote } from "../../format/quote.ts";
import { currentVenue } from "../../format/venue.ts";
import { refreshShown } from "../../live/refresh.ts";
import { useLiveRoom, useReadyToRead } from "../../live/use-live-room.ts";
import { updateDraft } from "../../session/booking-draft.ts";
import { rememberHoldChange } from "../../session/hold-marker.ts";
import { leastHoursOn, ROOM_PAGE_MIN_HOURS } from "../../session/least-hours.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { useChoice } from "../choice-search.ts";
import { holderAddresses, stageOf } from "./booking-addresses.ts";
import { BookingNotLoaded, BookingSheet, ofBooking } from "./booking-sheet.tsx";

const TITLE = "Change the time";

export const ChangePage = ofBooking(({ bookingId }) => {
  const router = useRouter();
  const read = useQuery(heldBookingQuery(bookingId));
  const booking = read.data;
  const room = useQuery({ ...roomQuery(booking?.roomSlug ?? ""), enabled: booking !== undefined });
  const pay = holderAddresses(bookingId).pay;
  // The payment page tells about a booking that is paid or over.
  const settled = booking !== undefined && stageOf(booking) !== "held";
  useEffect(() => {
    if (settled) void router.navigate({ href: pay, replace: true });
  }, [settled, router, pay]);

  if (!booking) return <BookingNotLoaded title={TITLE} read={read} />;
  if (room.error && !room.data) return <RoomLoadFailed onRetry={() => void room.refetch()} />;
  const { startTime, endTime, timeZone, roomName } = booking;
  return (
    <BookingSheet title={TITLE}>
      <p className="-mt-4 max-w-[62ch] text-lg">
        You hold {roomName} on <strong>{dayAndTime(new Date(startTime), new Date(endTime), timeZone)}</strong>
        . The deadline of your hold stays the same. Nothing changes until you press the button.{" "}
        <a href={pay} className="font-semibold underline decoration-2 underline-offset-4 hover:text-action">
          Keep the current time
        </a>
      </p>
      <section>
        <h2 className="poster-type mb-6 text-4xl sm:text-5xl">Choose a time</h2>
        {room.data && !settled ? (
          <Choosing booking={booking} room={room.data} />
        ) : (
          <Skeleton className="h-112" />
        )}
      </section>
    </BookingSheet>
  );
});

function Choosing({ booking, room }: { booking: HeldBooking; room: Room }) {
  const client = useQueryClient();
  const router = useRouter();
  // A visit of one hour comes from a page where one hour is enough (decision 16).
  const minHours = leastHoursOn(booking.hourCount < ROOM_PAGE_MIN_HOURS ? 1 : ROOM_PAGE_MIN_HOURS, room);
  const { choice: chosen, change } = useChoice(minHours);
  // An agreed price is for the agreed length only, whatever length the page's address has.
  const agreedLength = { duration: booking.bookingDuration, hourCount: booking.hourCount };
  const choice = booking.priceAgreed ? { ...chosen, ...agreedLength } : chosen;
  const live = useLiveRoom(room.id, { onEvent() {} });
  const availability = useAvailability(room, choice, {
    leastHours: minHours,
    ready: useReadyToRead(live),
    moved: { startTime: booking.startTime, endTime: booking.endTime, lastDay: "9999-12-31" },
  });
  const { span, day, trouble } = availability;
  const price = booking.priceAgreed
    ? agreedPrice(booking)
    : quote(pricedAs(room, booking.agreed), choice, booking.engineerRequired);
  const tooLong = lengthProblem(choice, minHours);
  const unchanged =
    span?.startsAt.toISOString() === booking.startTime &&
    span.endsAt.toISOString() === booking.endTime &&
    choice.duration === booking.bookingDuration;

  const changing = useMutation({
    mutationFn: (to: { startDate: string; startTime: string; endTime: string }) =>
      changeHold(booking.id, {
        ...to,
        bookingDuration: choice.duration,
        hourCount: choice.duration === "hourly" ? choice.hourCount : null,
        totalAmount: toAmount(price.totalCents),
        downpaymentAmount: toAmount(price.downpaymentCents),
        remainingAmount: toAmount(price.totalCents - price.downpaymentCents),
      }),
    onSuccess: async () => {
      forgetAttempt(client, booking.id);
      // The form that was sent for the old hours would make another booking now.
      updateDraft(booking.roomSlug, { choice, sent: null });
      rememberHoldChange();
      void refreshShown(client, ROOMS_KEY);
      await refreshShown(client, HELD_KEY);
      toast({ title: "Time Changed", description: `${booking.roomName} is held for your new time.` });
      void router.navigate({ href: holderAddresses(booking.id).pay });
    },
    onError: (error) => {
      toast({ title: "Change Failed", description: refusal(error), variant: "danger" });
      void refreshShown(client, roomBookingsKey(room.id));
      void refreshShown(client, HELD_KEY);
    },
  });

  return (
    <AvailabilityPicker room={room} choice={choice} availability={availability} onChoice={change}>
      <SlotTroubleNotice
        room={room}
        choice={choice}
        availability={availability}
        minHours={minHours}
        onChoice={change}
      />
      <div className="@container grid gap-5">
        {booking.priceAgreed ? (
          <p className="max-w-[62ch]">
            The venue agreed {formatMoney(booking.totalAmount)} with you for a visit of this length. To change
            the length, contact us.
          </p>
        ) : (
          <LengthFields
            room={room}
            choice={choice}
            onChoice={change}
            minHours={minHours}
            messages={tooLong ? { [tooLong.field]: tooLong.message } : {}}
            hint={null}
          />
        )}
      </div>
      {span !== null && day !== null && trouble?.kind !== "closing" && (
        <NewTime
          ink={inksOf(room.slug).first}
          rows={[
            { label: "Time", value: dayAndTime(span.startsAt, span.endsAt, room.timeZone) },
            { label: "Total", value: formatMoney(price.totalCents), strong: true },
            { label: "Current total", value: formatMoney(booking.totalAmount) },
            {
              label: `Due now (${booking.agreed?.downpaymentPercent ?? currentVenue().downpaymentPercent}%)`,
              value: formatMoney(price.downpaymentCents),
            },
          ]}
          unchanged={unchanged ? "You already hold these hours." : null}
          refused={changing.isError ? refusal(changing.error) : null}
          unavailable={trouble !== null || tooLong !== null}
          busy={changing.isPending}
          words={{ take: "Hold these hours instead", taking: "Changing…" }}
          onConfirm={() =>
            changing.mutate({
              startDate: day,
              startTime: span.startsAt.toISOString(),
              endTime: span.endsAt.toISOString(),
            })
          }
        />
      )}
    </AvailabilityPicker>
  );
}

/** A price that staff agreed also applies to other hours of the same length. */
const agreedPrice = ({ totalAmount, downpaymentAmount }: HeldBooking) => ({
  totalCents: toCents(totalAmount) ?? 0,
  downpaymentCents: toCents(downpaymentAmount) ?? 0,
});

const refusal = (error: unknown): string =>
  refusalMessage(error, "The time could not be changed. Please try again.");
