/** Decides what holders may change about who comes and what for (decision 219). Pure. */
import { type Refused, refuse } from "../../log/rejection.ts";
import { peopleErrors, type RuleContext } from "../rules/booking-rules.ts";
import type { EventType } from "../rules/event-types.ts";
import type { BookingEvent, DetailField } from "../state/booking-events.ts";
import { accept, type BookingDecision } from "../state/booking-money.ts";
import type { Booking } from "../state/booking-state.ts";

/** What is to change; fields that are absent stay. */
export interface NewDetails {
  /** Every field that changes, those of the person's row too. */
  changed: readonly DetailField[];
  /** The row of personal data that the change was planned by: of who comes now. */
  of: string;
  /** The row of a person with a new email. */
  personId?: string;
  eventType?: { type: EventType; wordsId: string | undefined };
  attendees?: number | null;
  engineerRequired?: boolean;
}

export interface ChangeDetails {
  type: "ChangeDetails";
  details: NewDetails;
  room: Pick<RuleContext, "capacity" | "engineerAvailable">;
  now: Date;
  /** Staff correct who came, also after the visit and of a cancelled booking. */
  byStaff?: boolean;
}

/** Changes who comes until the visit has ended; a cancelled booking stays as it is, unless staff correct it. */
export function changeDetails(
  { details, room, now, byStaff = false }: ChangeDetails,
  booking: Booking,
): BookingDecision {
  if (!byStaff && (booking.status === "cancelled" || booking.endsAt <= now)) return refuse("BookingOver");
  const refusal = whyNotChanged(details, room, booking);
  return refusal ?? accept(...detailEvents(details, booking));
}

/** Null if the rules permit the details. `ConcurrentChange` if who comes has changed since the change was planned. */
export function whyNotChanged(
  details: NewDetails,
  room: ChangeDetails["room"],
  booking: Booking,
): Refused | null {
  if (details.of !== booking.personId) return refuse("ConcurrentChange");
  const { attendees = null, engineerRequired = false } = details;
  const errors = peopleErrors({ attendees, engineerRequired }, room);
  return errors.length > 0 ? refuse("InvalidBooking", { errors }) : null;
}

/** Empty if nothing changes. */
export function detailEvents(details: NewDetails, booking: Booking): BookingEvent[] {
  const { changed, personId = booking.personId, eventType } = details;
  const { attendees = booking.attendees, engineerRequired = booking.engineerRequired } = details;
  if (changed.length === 0) return [];
  return [
    {
      type: "DetailsChanged",
      data: {
        changed: [...changed],
        personId,
        eventType: eventType?.type ?? booking.eventType,
        eventTypeId: eventType ? eventType.wordsId : (booking.eventTypeId ?? undefined),
        attendees,
        engineerRequired,
      },
    },
  ];
}
