/** `/room/{slug}`: a room, its availability and its booking form; payment is a page of its own (decision 63). */
import { getRouteApi } from "@tanstack/react-router";
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { HeldBooking } from "../../../../bff/contract/customer/held-booking.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { clockTime } from "../../../../core/venue/time/time-format.ts";
import { pixel } from "../../browser/pixel.ts";
import { AvailabilityPicker } from "../../features/availability/availability.tsx";
import { SlotTroubleNotice } from "../../features/availability/slot-trouble.tsx";
import { ChoiceBar } from "../../features/booking/choice-bar.tsx";
import { useOwnHold } from "../../features/booking/submission/own-hold.ts";
import { CancellationCard, HowToBook, PricingCard } from "../../features/room/booking-notes.tsx";
import { Gallery, Specifications, TheRoom } from "../../features/room/room-details.tsx";
import { RoomHeader, RoomPoster } from "../../features/room/room-header.tsx";
import { RoomLayout, RoomTopLine, TOP_LINE_LINK } from "../../features/room/room-layout.tsx";
import { NotBookable, RoomSkeleton } from "../../features/room/room-states.tsx";
import type { SeriesToBook } from "../../features/series/series-part.tsx";
import { BackLink } from "../../features/way-back/back-link.tsx";
import { leastHoursOn, ROOM_PAGE_MIN_HOURS } from "../../session/least-hours.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { NearView } from "../../ui/near-view.tsx";
import { payAddress } from "../own-booking/booking-addresses.ts";
import { useChosenVisit, type VisitOnPage } from "./chosen-visit.tsx";
import { BookingForm, RoomReviews, SeriesPart, SeriesTicket } from "./lazy-steps.tsx";
import { useRoomBooking } from "./room-booking.ts";
import { LoadedRoom, StepHeading, VisitTicket } from "./room-parts.tsx";
import { WeeklyProposal } from "./weekly-proposal.tsx";

const route = getRouteApi("/room/$slug");

export function RoomPage() {
  return (
    <LoadedRoom slug={route.useParams().slug} skeleton={<RoomSkeleton />}>
      {(room) => <KnownRoom key={room.id} room={room} />}
    </LoadedRoom>
  );
}

function KnownRoom({ room }: { room: Room }) {
  const minHours = leastHoursOn(ROOM_PAGE_MIN_HOURS, room);
  const booking = useRoomBooking(room, minHours);
  const { live, choice, change, availability, slotLost } = booking;

  const { id, name } = room;
  useEffect(() => pixel.viewContent(name, id), [name, id]);

  const pickerHeading = useRef<HTMLHeadingElement>(null);
  const formHeading = useRef<HTMLHeadingElement>(null);
  const chosen = useChosenVisit(room, booking);
  const { visit, onTyped, hint, terms } = chosen;
  // The form appears with the first slot and then stays, even if the slot is taken.
  const [formShown, setFormShown] = useState(false);
  if (availability.span !== null && !formShown) setFormShown(true);

  const { span, trouble } = availability;
  const hold = useOwnHold(room.id, span);
  const [chosenSeries, setSeries] = useState<SeriesToBook | null>(null);
  const series = span === null || hold !== null ? null : chosenSeries;
  // In a list of dates the first one may be swapped or skipped like all others.
  const isTold = series !== null && trouble?.kind === "taken";

  const book = () => {
    if (availability.span === null) booking.askForSlot();
    const heading = availability.span === null ? pickerHeading.current : formHeading.current;
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  };
  const formReached = useReached(formHeading, formShown);

  return (
    <>
      <RoomTopLine live={live}>
        <BackLink booked={null} className={TOP_LINE_LINK} />
      </RoomTopLine>
      <div>
        <RoomLayout
          poster={<RoomPoster room={room} />}
          head={<RoomHeader room={room} onBook={room.bookable ? book : undefined} />}
          ticket={
            room.bookable && (
              <VisitOrSeriesTicket chosen={chosen} series={series}>
                <Button
                  className="mt-4 w-full px-2!"
                  inert={availability.trouble !== null && !isTold}
                  onClick={book}
                >
                  Continue: your details
                </Button>
              </VisitOrSeriesTicket>
            )
          }
          form={
            room.bookable &&
            formShown && (
              <section>
                <StepHeading ref={formHeading}>Your details</StepHeading>
                {hold?.seriesId !== undefined && <HeldSeries hold={hold} />}
                {span !== null && hold === null && (
                  <SeriesPart
                    room={room}
                    choice={choice}
                    span={span}
                    people={visit.people}
                    engineer={visit.engineer}
                    onAccount={visit.onAccount}
                    today={availability.today}
                    lastDay={availability.lastDay}
                    onSeries={setSeries}
                  />
                )}
                {hold?.seriesId === undefined && (
                  <BookingForm
                    room={room}
                    choice={choice}
                    onChoice={change}
                    span={availability.span}
                    slotLost={slotLost && !isTold}
                    series={series ?? undefined}
                    minHours={minHours}
                    onBooked={booking.booked}
                    onTyped={onTyped}
                    lengthHint={hint && <div className="lg:hidden">{hint}</div>}
                  />
                )}
              </section>
            )
          }
        >
          <StepHeading ref={pickerHeading}>Choose a time</StepHeading>
          {room.bookable ? (
            <>
              <WeeklyProposal choice={choice} taken={availability.trouble !== null} />
              <AvailabilityPicker
                room={room}
                choice={choice}
                availability={availability}
                onChoice={change}
                total={visit.price.totalCents}
              />
            </>
          ) : (
            <NotBookable />
          )}
        </RoomLayout>
        <div className="page sticky bottom-24 z-30 mt-6 lg:bottom-6">
          <div className="max-w-2xl">
            {!isTold && (
              <SlotTroubleNotice
                room={room}
                choice={choice}
                availability={availability}
                minHours={minHours}
                onChoice={change}
              />
            )}
          </div>
        </div>
        {(availability.trouble === null || isTold) && (
          <ChoiceBar
            visit={visit}
            series={
              series && {
                words: series.words,
                totalCents: series.price.totalCents,
                ticket: <VisitOrSeriesTicket chosen={chosen} series={series} />,
              }
            }
            nextStep={formReached ? null : "Continue"}
            onNextStep={book}
          />
        )}
      </div>
      <AboutTheRoom room={room} terms={series === null ? terms : null} />
    </>
  );
}

/** What does not change with the choice; it is not drawn again with it. */
const AboutTheRoom = memo(function AboutTheRoom({ room, terms }: { room: Room; terms: string | null }) {
  return (
    <>
      <div className="page mt-16">
        <TheRoom room={room} />
      </div>
      <div className="page mt-16 grid items-start gap-x-10 gap-y-12 lg:grid-cols-2">
        <Specifications room={room} />
        <HowToBook minHours={leastHoursOn(ROOM_PAGE_MIN_HOURS, room)} />
      </div>
      <div className="page mt-16 grid items-start gap-x-10 gap-y-12 pb-20 lg:grid-cols-2">
        <PricingCard room={room} />
        <CancellationCard terms={terms} />
      </div>
      <div className="page pb-20">
        <Gallery room={room} />
      </div>
      <div className="page pb-20">
        <NearView>
          <RoomReviews room={room} />
        </NearView>
      </div>
    </>
  );
});

/** The chosen hours are a date of a series that the visitor holds: it is paid, or released, as a whole. */
const HeldSeries = ({ hold }: { hold: HeldBooking }) => (
  <div className="grid max-w-4xl justify-items-start gap-4 border-l-4 border-action py-1 pl-4">
    <p>
      You hold these hours and the other dates of their series until{" "}
      {clockTime(new Date(hold.holdUntil ?? ""), hold.timeZone)}. To choose other dates, release the hold
      first.
    </p>
    <a href={payAddress(hold.id)} className={buttonClass({ size: "lg" })}>
      Continue to payment
    </a>
  </div>
);

interface TicketOfPageProps {
  chosen: VisitOnPage;
  series: SeriesToBook | null;
  children?: ReactNode;
}

/** The ticket of the one visit, or of all dates. */
function VisitOrSeriesTicket({ chosen, series, children }: TicketOfPageProps) {
  const { room, span, people, onAccount } = chosen.visit;
  if (series === null || span === null) return <VisitTicket chosen={chosen}>{children}</VisitTicket>;
  return (
    <SeriesTicket room={room} span={span} people={people} onAccount={onAccount} series={series}>
      {children}
    </SeriesTicket>
  );
}

/** Whether the reader has reached the element: it is in view, or above the view. `there`: whether it is on the page. */
function useReached(element: RefObject<HTMLElement | null>, there: boolean): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!there || target === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry) setReached(entry.isIntersecting || entry.boundingClientRect.bottom < 0);
      },
      // An element in the lowest 45% of the screen does not count as reached yet.
      { rootMargin: "0px 0px -45% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, there]);
  return there && reached;
}
