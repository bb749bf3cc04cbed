/** The ticket from the first slot to the confirmation: room, day, time, people, engineer, price and when it is due (decisions 13, 163). */
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { Price } from "../../../../core/booking/rules/pricing.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { hoursText } from "../../format/counts.ts";
import { currentVenue } from "../../format/venue.ts";
import type { BookingChoice, BookingSpan } from "../../session/booking-choice.ts";
import { DueAmounts } from "../../ui/booking/due-amounts.tsx";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { VisitTime } from "../../ui/booking/visit-time.tsx";
import { Button } from "../../ui/button.tsx";
import type { CheaperLength } from "./length-choices.ts";
import { priceLines } from "./price-lines.ts";

/** What is known about a booking while it is being made; amounts in integer cents. */
export interface ChosenVisit {
  room: Pick<Room, "name" | "slug" | "timeZone" | "priceRules" | "laterPrices">;
  day: VenueDay | null;
  span: BookingSpan | null;
  length: Pick<BookingChoice, "duration" | "hourCount">;
  /** Null until it is entered. */
  people: number | null;
  engineer: boolean;
  /** It goes on the customer's billing account. */
  onAccount: boolean;
  price: Price;
}

interface BookingTicketProps {
  visit: ChosenVisit;
  /** Shown below the amounts: a hint, the terms, the next step. */
  children?: ReactNode;
  className?: string;
}

export function BookingTicket({ visit, children, className }: BookingTicketProps) {
  return (
    <Ticket
      title={visit.room.name}
      level={3}
      className={className}
      ink={inksOf(visit.room.slug).first}
      rows={ticketRows(visit)}
      stub={
        <>
          <DueOf price={visit.price} onAccount={visit.onAccount} />
          {children}
        </>
      }
    />
  );
}

function ticketRows({ room, day, span, people, engineer, length, price }: ChosenVisit) {
  return [
    { label: "Date", value: day ? dayName(day, new Date().getFullYear()) : "Not chosen yet" },
    { label: "Time", value: span ? <VisitTime {...span} /> : "Not chosen yet" },
    ...(people === null ? [] : [{ label: "People", value: people }]),
    // The engineer's price is one of the price lines.
    ...(engineer && price.engineerCents === 0 ? [{ label: "Engineer", value: "Yes" }] : []),
    ...priceLines(price, length, room),
    { label: "Total", value: formatMoney(price.totalCents), strong: true },
  ];
}

/** What the price of a new booking asks for, and when. */
export const DueOf = ({
  price,
  onAccount,
}: {
  price: Pick<Price, "downpaymentCents" | "remainingCents">;
  onAccount: boolean;
}) => (
  <DueAmounts
    onAccount={onAccount}
    share={currentVenue().downpaymentPercent}
    nowCents={price.downpaymentCents}
    laterCents={price.remainingCents}
  />
);

const NAMES: Record<CheaperLength["duration"], string> = { "half-day": "half day", "full-day": "full day" };

interface CheaperLengthHintProps {
  cheaper: CheaperLength;
  /** The chosen hours. */
  hours: number;
  onChoice(next: Partial<BookingChoice>): void;
}

/** Says that a half or full day costs less than the chosen hours; one press changes to it (decision 4). */
export function CheaperLengthHint({ cheaper, hours, onChoice }: CheaperLengthHintProps) {
  const name = NAMES[cheaper.duration];
  const [cost, saved] = [formatMoney(cheaper.totalCents), formatMoney(cheaper.savedCents)];
  return (
    <div className="grid justify-items-start gap-2 border-2 border-ink p-3">
      <p role="status" className="figures text-sm">
        {cheaper.hours === hours
          ? `${hoursText(hours)} cost ${cost} as a ${name}: ${saved} less.`
          : `A ${name}, ${hoursText(cheaper.hours)}, costs ${cost}: ${saved} less than ${hoursText(hours)}.`}
      </p>
      <Button variant="outline" className="text-sm!" onClick={() => onChoice({ duration: cheaper.duration })}>
        Change to a {name}
      </Button>
    </div>
  );
}
