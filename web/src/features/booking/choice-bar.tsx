/** The ticket as a bar at the bottom of a phone's page: the visit and its price, the whole ticket on a press, and the next step. */

import type { ReactNode } from "react";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { Button } from "../../ui/button.tsx";
import { BookingTicket, type ChosenVisit } from "./booking-ticket.tsx";

interface ChoiceBarProps {
  visit: ChosenVisit;
  /** Shown in place of the visit: several dates that are booked together. */
  series?: { words: string; totalCents: number; ticket: ReactNode } | null;
  /** The text of the button for the next step; null if the visitor is there already. */
  nextStep: string | null;
  onNextStep(): void;
}

/** Shows nothing before hours are chosen that can be booked, nor if the ticket itself is next to the page. */
export function ChoiceBar({ visit, series, nextStep, onNextStep }: ChoiceBarProps) {
  const { span, day, room, price } = visit;
  if (span === null || day === null) return null;
  return (
    <section
      aria-label="Your choice"
      className="choice-bar sticky bottom-0 z-20 border-t-4 bg-sheet lg:hidden"
      style={{ borderColor: inksOf(room.slug).first.hex }}
    >
      <div className="page grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 py-2">
        <details className="group col-span-2 col-start-1 row-start-1">
          <summary className="flex min-h-11 list-none flex-wrap pr-32 content-center items-baseline gap-x-3 leading-tight [&::-webkit-details-marker]:hidden">
            <span className="figures text-sm">
              {series
                ? series.words
                : `${shortDay(day)}, ${timeRange(span.startsAt, span.endsAt, room.timeZone)}`}
            </span>
            <span className="figures text-lg font-semibold">
              {formatMoney(series ? series.totalCents : price.totalCents)}{" "}
              <span aria-hidden="true" className="inline-block text-sm group-open:rotate-180">
                ▴
              </span>
              <span className="sr-only">, the whole ticket</span>
            </span>
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen the keyboard scrolls it */}
          <section tabIndex={0} aria-label="The whole ticket" className="mt-3 max-h-[65dvh] overflow-y-auto">
            {series ? series.ticket : <BookingTicket visit={visit} />}
          </section>
        </details>
        {nextStep !== null && (
          <Button className="z-1 col-start-2 row-start-1" onClick={onNextStep}>
            {nextStep}
          </Button>
        )}
      </div>
    </section>
  );
}
