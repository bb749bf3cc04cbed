/** `/room/{slug}`: a room, its availability and its booking form; payment is a page of its own (decision 63). */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { RequestError } from "../../api/request.ts";
import { ROOMS_KEY, roomQuery } from "../../api/rooms.ts";
import { pixel } from "../../browser/pixel.ts";
import { AvailabilityPicker } from "../../features/availability/availability.tsx";
import { SlotTroubleNotice } from "../../features/availability/slot-trouble.tsx";
import { BookingTicket, CheaperLengthHint } from "../../features/booking/booking-ticket.tsx";
import { ChoiceBar } from "../../features/booking/choice-bar.tsx";
import { CancellationCard, HowToBook, PricingCard } from "../../features/room/booking-notes.tsx";
import {
  Equipment,
  Gallery,
  ROOM_PAGE_MIN_HOURS,
  Specifications,
} from "../../features/room/room-details.tsx";
import { RoomHeader, RoomPoster } from "../../features/room/room-header.tsx";
import { RoomSheet, RoomTopLine } from "../../features/room/room-layout.tsx";
import { NotBookable, RoomNotFound, RoomOutOfReach, RoomSkeleton } from "../../features/room/room-states.tsx";
import { Button } from "../../ui/button.tsx";
import { useReached } from "../../ui/use-reached.ts";
import { useChosenVisit } from "./chosen-visit.ts";
import { BookingForm } from "./lazy-steps.tsx";
import { useRoomBooking } from "./room-booking.ts";

const route = getRouteApi("/room/$slug");

const WAY_ON = "Continue: your details";

export function RoomPage() {
  const { slug } = route.useParams();
  const client = useQueryClient();
  const {
    data: room,
    error,
    refetch,
  } = useQuery({
    ...roomQuery(slug),
    // A room that is known from the home page's list is shown at once.
    placeholderData: () => client.getQueryData<Room[]>(ROOMS_KEY)?.find((known) => known.slug === slug),
  });
  if (error instanceof RequestError && error.status === 404) return <RoomNotFound />;
  if (error && !room) return <RoomOutOfReach onRetry={() => void refetch()} />;
  if (!room) {
    return (
      <>
        <RoomTopLine />
        <RoomSkeleton />
      </>
    );
  }
  return <KnownRoom key={room.id} room={room} />;
}

function KnownRoom({ room }: { room: Room }) {
  const booking = useRoomBooking(room, ROOM_PAGE_MIN_HOURS);
  const { live, choice, change, availability, slotLost } = booking;

  const { id, name } = room;
  useEffect(() => pixel.viewContent(name, id), [name, id]);

  const pickerHeading = useRef<HTMLHeadingElement>(null);
  const formHeading = useRef<HTMLHeadingElement>(null);
  const { visit, onTyped, cheaper, terms } = useChosenVisit(room, choice, availability);
  // The form appears with the first slot and then stays, even if the slot is taken.
  const [formShown, setFormShown] = useState(false);
  if (availability.span !== null && !formShown) setFormShown(true);

  const book = () => {
    if (availability.span === null) booking.askForSlot();
    const heading = availability.span === null ? pickerHeading.current : formHeading.current;
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  const formReached = useReached(formHeading, formShown);
  const hint = cheaper && <CheaperLengthHint cheaper={cheaper} hours={choice.hourCount} onChoice={change} />;

  return (
    <>
      <RoomTopLine live={live} />
      <div>
        <RoomSheet
          poster={<RoomPoster room={room} />}
          head={<RoomHeader room={room} onBook={room.bookable ? book : undefined} />}
          ticket={
            room.bookable && (
              <BookingTicket visit={visit}>
                <Button className="mt-4 w-full px-2!" onClick={book}>
                  {WAY_ON}
                </Button>
                {hint && <div className="mt-5">{hint}</div>}
                {terms !== null && <p className="figures mt-4 text-sm">{terms}</p>}
              </BookingTicket>
            )
          }
          form={
            room.bookable &&
            formShown && (
              <section>
                <StepHeading ref={formHeading}>Your details</StepHeading>
                <BookingForm
                  room={room}
                  choice={choice}
                  onChoice={change}
                  span={availability.span}
                  slotLost={slotLost}
                  minHours={ROOM_PAGE_MIN_HOURS}
                  onBooked={booking.booked}
                  onTyped={onTyped}
                  lengthHint={hint && <div className="lg:hidden">{hint}</div>}
                />
              </section>
            )
          }
        >
          <StepHeading ref={pickerHeading}>Choose a time</StepHeading>
          {room.bookable ? (
            <AvailabilityPicker
              room={room}
              choice={choice}
              availability={availability}
              onChoice={change}
              total={visit.price.totalCents}
            />
          ) : (
            <NotBookable />
          )}
        </RoomSheet>
        <div className="page sticky bottom-24 z-30 mt-6 lg:bottom-6">
          <div className="max-w-2xl">
            <SlotTroubleNotice
              room={room}
              choice={choice}
              availability={availability}
              minHours={ROOM_PAGE_MIN_HOURS}
              onChoice={change}
            />
          </div>
        </div>
        <ChoiceBar visit={visit} wayOn={formReached ? null : "Continue"} onGo={book} />
      </div>
      <div className="page mt-16 grid gap-x-10 gap-y-12 lg:grid-cols-2">
        <Equipment room={room} />
        <Specifications room={room} />
      </div>
      <div className="page mt-16 grid items-start gap-x-10 gap-y-12 pb-20 lg:grid-cols-3">
        <HowToBook minHours={ROOM_PAGE_MIN_HOURS} />
        <PricingCard room={room} />
        <CancellationCard terms={terms} />
      </div>
      <div className="page pb-20">
        <Gallery room={room} />
      </div>
    </>
  );
}

function StepHeading({ ref, children }: { ref: React.Ref<HTMLHeadingElement>; children: string }) {
  return (
    <h2 ref={ref} tabIndex={-1} className="poster-type mb-6 scroll-mt-24 text-4xl sm:text-5xl">
      {children}
    </h2>
  );
}
