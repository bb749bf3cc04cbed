/** The ticket beside the page while a series is chosen: how many dates, from when to when, and the sums. */
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { dayName, shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { isBooked, type ListedDate, type SeriesSums } from "../../format/series/date-list.ts";
import { currentVenue } from "../../format/venue.ts";
import type { BookingSpan } from "../../session/booking-choice.ts";
import { DueAmounts } from "../../ui/booking/due-amounts.tsx";
import { Ticket } from "../../ui/booking/ticket.tsx";
import { VisitTime } from "../../ui/booking/visit-time.tsx";
import { datesText } from "./repeat-choice.ts";

/** A series as the visitor has chosen it; amounts in integer cents. */
export interface ChosenSeries {
  /** `"Weekly"` */
  rule: string;
  /** `"7 dates from Tue, Dec 8"` */
  words: string;
  dates: readonly ListedDate[];
  price: SeriesSums;
  /** Why it cannot be booked now, and whether that passes by itself. */
  trouble: { words: string; passing: boolean } | null;
}

/** `"7 dates from Tue, Dec 8"` */
export function seriesText(dates: readonly ListedDate[]): string {
  const booked = dates.filter(isBooked);
  const [first] = booked;
  return first ? `${datesText(booked.length)} from ${shortDay(first.day)}` : "No dates";
}

interface SeriesTicketProps {
  room: Pick<Room, "name" | "slug">;
  span: BookingSpan;
  series: ChosenSeries;
  people: number | null;
  onAccount: boolean;
  children?: ReactNode;
}

export function SeriesTicket({ room, span, series, people, onAccount, children }: SeriesTicketProps) {
  const { rule, dates, price } = series;
  const booked = dates.filter(isBooked);
  const count = (state: ListedDate["state"]) => dates.filter((date) => date.state === state).length;
  const [first, last] = [booked[0], booked.at(-1)];
  const year = new Date().getFullYear();
  const notes = (["taken", "skipped", "swapped", "closed"] as const)
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state)} ${state}`);
  return (
    <Ticket
      title={room.name}
      level={3}
      ink={inksOf(room.slug).first}
      rows={[
        { label: "Repeat", value: rule },
        ...(first && last
          ? [
              { label: "First", value: dayName(first.day, year) },
              { label: "Last", value: dayName(last.day, year) },
            ]
          : []),
        { label: "Time", value: <VisitTime {...span} /> },
        ...(people === null ? [] : [{ label: "People", value: people }]),
        {
          label: "Dates",
          value: (
            <>
              {booked.length}
              {notes.length > 0 && <span className="block text-sm text-muted">{notes.join(", ")}</span>}
            </>
          ),
        },
        { label: "Total", value: formatMoney(price.totalCents), strong: true },
      ]}
      stub={
        <>
          <DueAmounts
            onAccount={onAccount}
            share={currentVenue().downpaymentPercent}
            nowCents={price.downpaymentCents}
            laterCents={price.remainingCents}
          />
          {children}
          <p className="mt-4 text-sm">
            {onAccount ? "" : "One payment now for all dates. "}Each date can be moved or cancelled by itself.
          </p>
        </>
      }
    />
  );
}

/** `"Weekly, 6:00 PM – 8:00 PM"` */
export const usualText = (rule: string, { startsAt, endsAt }: BookingSpan, zone: string): string =>
  `${rule}, ${timeRange(startsAt, endsAt, zone)}`;
