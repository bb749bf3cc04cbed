/** What a booking page tells about the chosen visit: its price, its cancellation terms, and whether another length costs less. */
import { type ReactNode, useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { MAX_HOURS } from "../../../../core/booking/rules/pricing.ts";
import { cancellationStages } from "../../../../core/booking/rules/refund-policy.ts";
import { freeRun } from "../../../../core/calendar/room-hours.ts";
import type { TypedDetails } from "../../features/booking/booking-form-fields.tsx";
import { CheaperLengthHint, type ChosenVisit } from "../../features/booking/booking-ticket.tsx";
import { cheaperLength } from "../../features/booking/length-choices.ts";
import { quote } from "../../format/quote.ts";
import { cancellationText, keptText } from "../../format/terms/cancellation-terms.ts";
import { currentVenue } from "../../format/venue.ts";
import type { useRoomBooking } from "./room-booking.ts";

export interface VisitOnPage {
  visit: ChosenVisit;
  /** Receives what only the form knows. */
  onTyped(parts: TypedDetails): void;
  /** The hint at another length that costs less, if there is one. */
  hint: ReactNode;
  /** What cancelling this booking would refund, or keep on account, in its own dates and amounts; null until a time is chosen. */
  terms: string | null;
}

export function useChosenVisit(
  room: Room,
  { choice, change, availability }: ReturnType<typeof useRoomBooking>,
): VisitOnPage {
  const { span, slots, trouble } = availability;
  const [{ people, engineer, onAccount }, onTyped] = useState<TypedDetails>({
    people: null,
    engineer: false,
    onAccount: false,
  });
  const price = quote(room, choice, engineer);
  const { startHour, hourCount } = choice;
  const freeHours = startHour === null || slots === null ? 0 : freeRun(slots, startHour, MAX_HOURS);
  const cheaper =
    trouble === null
      ? cheaperLength(choice, freeHours, (length) => quote(room, { ...choice, ...length }, engineer))
      : null;
  const stages =
    span && cancellationStages(span.startsAt, price.downpaymentCents, price.downpaymentCents, currentVenue());
  return {
    visit: {
      room,
      day: span === null ? null : choice.day,
      span,
      length: choice,
      people,
      engineer,
      onAccount,
      price,
    },
    onTyped,
    hint: cheaper && <CheaperLengthHint cheaper={cheaper} hours={hourCount} onChoice={change} />,
    terms:
      stages &&
      (onAccount
        ? keptText(
            stages.map(({ until, refundCents }) => ({
              until,
              keptCents: price.downpaymentCents - refundCents,
            })),
            price.downpaymentCents,
            { zone: room.timeZone, now: new Date() },
          )
        : cancellationText(stages, room.timeZone, new Date())),
  };
}
