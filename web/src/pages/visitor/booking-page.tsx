/** Owns `/booking/{slug}`: calendar, instructions, and the dialog for the details; payment is a page of its own (SPEC §2). */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { clockTime, dayAndTime } from "../../../../bff/contract/venue-time.ts";
import { RequestError } from "../../api/request.ts";
import { roomQuery } from "../../api/rooms.ts";
import { AvailabilityPicker } from "../../features/availability/availability.tsx";
import { SlotTroubleNotice, troubleWords } from "../../features/availability/slot-trouble.tsx";
import { HowToBook, PricingCard } from "../../features/room/booking-notes.tsx";
import { RoomTopLine } from "../../features/room/room-layout.tsx";
import {
  BookingSkeleton,
  NotBookable,
  RoomNotFound,
  RoomOutOfReach,
} from "../../features/room/room-states.tsx";
import { hoursOf } from "../../session/booking-choice.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "../../ui/dialog.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { BookingDialogForm } from "./lazy-steps.tsx";
import { useRoomBooking } from "./room-booking.ts";

/** The dialog's own least number of hours (SPEC §2, §9). */
const DIALOG_MIN_HOURS = 1;

const route = getRouteApi("/booking/$slug");

export function BookingPage() {
  const { slug } = route.useParams();
  const { data: room, error, refetch } = useQuery(roomQuery(slug));
  if (error instanceof RequestError && error.status === 404) return <RoomNotFound />;
  if (error && !room) return <RoomOutOfReach onRetry={() => void refetch()} />;
  if (!room) {
    return (
      <>
        <RoomTopLine />
        <BookingSkeleton />
      </>
    );
  }
  return <KnownRoom key={room.id} room={room} />;
}

function KnownRoom({ room }: { room: Room }) {
  const booking = useRoomBooking(room, DIALOG_MIN_HOURS);
  const { live } = booking;
  return (
    <>
      <RoomTopLine live={live} />
      <div className="page grid gap-10 pt-4 pb-20">
        <header className="grid gap-3">
          <PageHeading className="poster-type text-6xl sm:text-7xl xl:text-8xl">
            {`Book ${room.name}`}
          </PageHeading>
          <p className="text-lg">
            Up to {room.capacity} people, <span className="figures">${room.hourlyRate}</span> an hour.{" "}
            <Link
              to="/room/$slug"
              params={{ slug: room.slug }}
              className="underline underline-offset-4 hover:text-action"
            >
              See the room
            </Link>
          </p>
        </header>
        <Choosing room={room} booking={booking} />
      </div>
    </>
  );
}

/** A start that cannot be had is the start's; hours that run into somebody else's are the end's. That the house closes, the length says. */
function timeTrouble(
  room: Room,
  { choice, availability: { trouble, span } }: ReturnType<typeof useRoomBooking>,
) {
  if (trouble === null || span === null || trouble.kind === "closing") return null;
  const field = trouble.freeHours === 0 ? ("startTime" as const) : ("endTime" as const);
  const message = troubleWords(trouble, clockTime(span.startsAt, room.timeZone), hoursOf(choice));
  return { field, message };
}

function Choosing({ room, booking }: { room: Room; booking: ReturnType<typeof useRoomBooking> }) {
  const { choice, change, availability } = booking;
  const { span } = availability;
  const [open, setOpen] = useState(false);
  const leaving = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const book = () => {
    if (span !== null) return setOpen(true);
    booking.askForSlot();
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  };
  const notice = (
    <SlotTroubleNotice
      room={room}
      choice={choice}
      availability={availability}
      minHours={DIALOG_MIN_HOURS}
      onChoice={change}
    />
  );

  return (
    <div className="grid items-start gap-x-12 gap-y-14 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <section>
        <h2 ref={heading} tabIndex={-1} className="poster-type mb-6 scroll-mt-24 text-4xl sm:text-5xl">
          Choose a time
        </h2>
        {room.bookable ? (
          <div className="grid gap-8">
            <AvailabilityPicker room={room} choice={choice} availability={availability} onChoice={change}>
              {!open && notice}
              <Button size="lg" className="justify-self-start" onClick={book}>
                Book Now
              </Button>
            </AvailabilityPicker>
          </div>
        ) : (
          <NotBookable />
        )}
      </section>
      <aside className="grid gap-12 md:grid-cols-2 xl:grid-cols-1">
        <HowToBook minHours={DIALOG_MIN_HOURS} />
        <PricingCard room={room} />
      </aside>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          // A stray press beside the dialog must not throw away what was typed.
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            // The payment's page takes the focus itself.
            if (leaving.current) event.preventDefault();
          }}
        >
          <DialogTitle>Book {room.name}</DialogTitle>
          <DialogDescription>
            {span !== null && `${dayAndTime(span.startsAt, span.endsAt, room.timeZone)}. `}
            Minimum 1 hour, maximum 12 hours.
          </DialogDescription>
          <div className="mt-6 grid gap-6">
            <BookingDialogForm
              room={room}
              choice={choice}
              onChoice={change}
              span={span}
              slotLost={booking.slotLost}
              minHours={DIALOG_MIN_HOURS}
              times={{
                today: availability.today,
                lastDay: availability.lastDay,
                trouble: timeTrouble(room, booking),
                onMove: booking.move,
              }}
              onBooked={(created) => {
                leaving.current = created.paymentRequired;
                setOpen(false);
                booking.booked(created);
              }}
            />
            {notice}
          </div>
        </DialogContent>
      </Dialog>
    </div>
  );
}
