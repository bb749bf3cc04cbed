/** `/booking/{slug}`: calendar, instructions, and the dialog for the details; payment is a page of its own (decision 63). */

import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { clockTime, dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { AvailabilityPicker } from "../../features/availability/availability.tsx";
import { SlotTroubleNotice } from "../../features/availability/slot-trouble.tsx";
import { describeTrouble } from "../../features/availability/trouble-words.ts";
import { BookingTicket } from "../../features/booking/booking-ticket.tsx";
import { ChoiceBar } from "../../features/booking/choice-bar.tsx";
import { HowToBook, PricingCard } from "../../features/room/booking-notes.tsx";
import { RoomTopLine, TOP_LINE_LINK } from "../../features/room/room-layout.tsx";
import { BookingSkeleton, NotBookable } from "../../features/room/room-states.tsx";
import { BackLink } from "../../features/way-back/back-link.tsx";
import { hoursText, peopleText } from "../../format/counts.ts";
import { hourlyOn } from "../../format/hour-prices.ts";
import { isOnAccount } from "../../format/on-account.ts";
import { hoursOfDay } from "../../format/venue.ts";
import { hoursOf } from "../../session/booking-choice.ts";
import { leastHoursOn, ROOM_PAGE_MIN_HOURS } from "../../session/least-hours.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { addressOf } from "../choice-search.ts";
import { useChosenVisit } from "./chosen-visit.tsx";
import { BookingDialogForm } from "./lazy-steps.tsx";
import { useRoomBooking } from "./room-booking.ts";
import { LoadedRoom, StepHeading, VisitTicket } from "./room-parts.tsx";

/** The minimum number of hours in the dialog (decision 16). */
const DIALOG_MIN_HOURS = 1;

const route = getRouteApi("/booking/$slug");

const WIDE = "mt-5 w-full";

export function BookingPage() {
  return (
    <LoadedRoom slug={route.useParams().slug} skeleton={<BookingSkeleton />}>
      {(room) => <KnownRoom key={room.id} room={room} />}
    </LoadedRoom>
  );
}

function KnownRoom({ room }: { room: Room }) {
  const booking = useRoomBooking(room, leastHoursOn(DIALOG_MIN_HOURS, room));
  const { live } = booking;
  return (
    <>
      <RoomTopLine live={live}>
        <BackLink booked={null} className={TOP_LINE_LINK} />
      </RoomTopLine>
      <div className="page grid gap-10 pt-4 pb-20">
        <header className="grid gap-3">
          <PageHeading className="poster-type text-6xl sm:text-7xl xl:text-8xl">
            {`Book ${room.name}`}
          </PageHeading>
          <p className="text-lg">
            Up to {peopleText(room.capacity)}, {room.priceRules && "from "}
            <span className="figures">{hourlyOn(room).lowest}</span> an hour.{" "}
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

/**
 * The problem with the chosen time, at its field: a start that is not free belongs to the start, hours that run into another booking to
 * the end. The choice of length already tells when the venue closes.
 */
function timeTrouble(
  room: Room,
  { choice, availability: { trouble, span } }: ReturnType<typeof useRoomBooking>,
) {
  if (trouble === null || span === null || trouble.kind === "closing") return null;
  const field = trouble.freeHours === 0 ? ("startTime" as const) : ("endTime" as const);
  const message = describeTrouble(
    trouble,
    clockTime(span.startsAt, room.timeZone),
    hoursOf(choice),
    hoursOfDay(choice.day).close,
  );
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
  const minHours = leastHoursOn(DIALOG_MIN_HOURS, room);
  const chosen = useChosenVisit(room, booking);
  const { visit, onTyped, hint, terms } = chosen;
  const notice = (
    <SlotTroubleNotice
      room={room}
      choice={choice}
      availability={availability}
      minHours={minHours}
      onChoice={change}
    />
  );

  return (
    <>
      <div className="grid items-start gap-x-8 gap-y-14 lg:grid-cols-[minmax(0,1fr)_17rem] xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-12">
        <section className="min-w-0">
          <StepHeading ref={heading}>Choose a time</StepHeading>
          {room.bookable ? (
            <AvailabilityPicker
              room={room}
              choice={choice}
              availability={availability}
              onChoice={change}
              total={visit.price.totalCents}
            >
              {!open && notice}
            </AvailabilityPicker>
          ) : (
            <NotBookable />
          )}
        </section>
        {room.bookable && (
          <aside aria-label="Your ticket" className="lg:sticky lg:top-22">
            <VisitTicket chosen={chosen}>
              <Button size="lg" className={span === null ? WIDE : `max-lg:hidden ${WIDE}`} onClick={book}>
                Book Now
              </Button>
              {span !== null && (
                <p className="mt-4 text-sm">
                  The same hours every week?{" "}
                  <Link
                    to="/room/$slug"
                    params={{ slug: room.slug }}
                    search={addressOf(choice, leastHoursOn(ROOM_PAGE_MIN_HOURS, room))}
                    className="underline underline-offset-4 hover:text-action"
                  >
                    Repeat them
                  </Link>
                </p>
              )}
            </VisitTicket>
          </aside>
        )}
        <div className="grid items-start gap-x-8 gap-y-12 md:grid-cols-2">
          <HowToBook minHours={minHours} />
          <PricingCard room={room} />
        </div>
      </div>
      {!open && <ChoiceBar visit={visit} nextStep="Book Now" onNextStep={book} />}
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent
          // A stray press beside the dialog must not discard what was typed.
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            // The next page takes the focus itself.
            if (leaving.current) event.preventDefault();
          }}
        >
          <DialogTitle>Book {room.name}</DialogTitle>
          <DialogDescription>
            {span !== null && `${dayAndTime(span.startsAt, span.endsAt, room.timeZone)}. `}
            Minimum {hoursText(minHours)}, maximum 12 hours.
          </DialogDescription>
          <div className="mt-6 grid gap-6">
            <BookingDialogForm
              room={room}
              choice={choice}
              onChoice={change}
              span={span}
              slotLost={booking.slotLost}
              minHours={minHours}
              times={{
                today: availability.today,
                lastDay: availability.lastDay,
                trouble: timeTrouble(room, booking),
                onMove: booking.move,
              }}
              onTyped={onTyped}
              lengthHint={hint}
              ticket={
                <BookingTicket visit={visit}>
                  {terms !== null && <p className="figures mt-4 text-sm">{terms}</p>}
                </BookingTicket>
              }
              onBooked={(created) => {
                leaving.current = created.paymentRequired || isOnAccount(created);
                setOpen(false);
                booking.booked(created);
              }}
            />
            {notice}
          </div>
        </DialogContent>
      </Dialog>
    </>
  );
}
