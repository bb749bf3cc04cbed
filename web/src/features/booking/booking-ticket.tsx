/** Owns the ticket beside the button: room, day, time, what it costs, what is due now and at the venue (UI 11, 15). */
import type { ReactNode } from "react";
import { inksOf } from "../../../../bff/contract/inks.ts";
import { dollars } from "../../../../bff/contract/money.ts";
import type { Price } from "../../../../bff/contract/pricing.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { dayName, venueDayOf } from "../../../../bff/contract/venue-time.ts";
import type { BookingChoice, BookingSpan } from "../../session/booking-choice.ts";
import { Ticket } from "../../ui/ticket.tsx";
import { VisitTime } from "../../ui/visit-time.tsx";
import { priceLines } from "./price-lines.ts";

interface BookingTicketProps {
  room: Room;
  choice: BookingChoice;
  span: BookingSpan | null;
  price: Price;
  /** The terms and the button: what is pressed stands under what it costs. */
  children: ReactNode;
}

export function BookingTicket({ room, choice, span, price, children }: BookingTicketProps) {
  const day = span ? venueDayOf(span.startsAt, room.timeZone) : choice.day;
  return (
    <Ticket
      title={room.name}
      level={3}
      className="@3xl:sticky @3xl:top-24"
      ink={inksOf(room.slug).first}
      rows={[
        { label: "Date", value: day ? dayName(day, new Date().getFullYear()) : "Not chosen yet" },
        { label: "Time", value: span ? <VisitTime {...span} zone={room.timeZone} /> : "Not chosen yet" },
        ...priceLines(price, choice),
        { label: "Total", value: dollars(price.totalCents), strong: true },
      ]}
      stub={
        <>
          <dl className="mb-5 grid gap-1.5">
            <div className="flex items-baseline justify-between gap-4 text-xl font-semibold">
              <dt>Due now (50%)</dt>
              <dd className="figures">{dollars(price.downpaymentCents)}</dd>
            </div>
            <div className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">At the venue</dt>
              <dd className="figures">{dollars(price.remainingCents)}</dd>
            </div>
          </dl>
          {children}
        </>
      }
    />
  );
}
