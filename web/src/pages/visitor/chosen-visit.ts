/** What a booking page tells about the chosen visit: its price, its cancellation terms, and whether another length costs less. */
import { useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { MAX_HOURS } from "../../../../core/booking/pricing.ts";
import { cancellationStages } from "../../../../core/booking/refund-policy.ts";
import { freeRun } from "../../../../core/calendar/room-hours.ts";
import type { Availability } from "../../features/availability/use-availability.ts";
import type { TypedParts } from "../../features/booking/booking-sheet.tsx";
import type { ChosenVisit } from "../../features/booking/booking-ticket.tsx";
import { type CheaperLength, cheaperLength } from "../../features/booking/length-choices.ts";
import { cancellationWords } from "../../format/cancellation-terms.ts";
import { quote } from "../../format/quote.ts";
import { theHouse } from "../../format/the-house.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";

interface VisitOnPage {
  visit: ChosenVisit;
  /** Receives what only the form knows. */
  onTyped(parts: TypedParts): void;
  cheaper: CheaperLength | null;
  /** What cancelling this booking would refund, in its own dates and dollars; null until a time is chosen. */
  terms: string | null;
}

export function useChosenVisit(
  room: Room,
  choice: BookingChoice,
  { span, slots, trouble }: Pick<Availability, "span" | "slots" | "trouble">,
): VisitOnPage {
  const [{ people, engineer }, onTyped] = useState<TypedParts>({ people: null, engineer: false });
  const price = quote(room, choice, engineer);
  const { startHour } = choice;
  const freeHours = startHour === null || slots === null ? 0 : freeRun(slots, startHour, MAX_HOURS);
  return {
    visit: { room, day: span === null ? null : choice.day, span, length: choice, people, engineer, price },
    onTyped,
    cheaper:
      trouble === null ? cheaperLength(choice, freeHours, (length) => quote(room, length, engineer)) : null,
    terms:
      span === null
        ? null
        : cancellationWords(
            cancellationStages(span.startsAt, price.downpaymentCents, price.downpaymentCents, theHouse()),
            room.timeZone,
            new Date(),
          ),
  };
}
