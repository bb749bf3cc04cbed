/** Prepares a new booking: the command that is decided, and the rows of personal data that it names. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { AppendRule } from "../log/append-request.ts";
import type { IdempotentRequest } from "../log/idempotency.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import type { BookingCommand } from "./booking.ts";
import type { RequestedBooking } from "./rules/booking-rules.ts";
import { type EventType, knownEventType } from "./rules/event-types.ts";
import type { StaffBookingTerms } from "./rules/staff-terms.ts";
import type { HeldBy } from "./rules/statuses.ts";

/**
 * A booking request as the BFF has read it. The same key and body answer the first booking again. Amounts in cents, times as UTC instants,
 * `startDate` in venue time.
 */
export interface BookingRequest extends RequestedBooking, IdempotentRequest {
  roomId: number;
  userId: number | null;
  /** `account` only for a session whose email is verified. */
  heldBy: HeldBy;
  /** Keyed hash of the address that asks; null if addresses are not counted. */
  caller: string | null;
  /** Whether proof of work was done, which is required from holders of many unpaid hours. */
  workDone: boolean;
  /** The billing account that its invoices go to; absent if it is paid otherwise. The caller has checked who may book on it. */
  accountId?: number | undefined;
  /** One of the six event types, or the customer's own words. */
  eventType: string;
  person: {
    firstName: string;
    /** These are absent for a guest who comes to the desk and is booked by the first name alone. */
    lastName: string | null;
    email: string | null;
    phone: string | null;
    specialRequirements: string | null;
  };
  /** Only for a booking that staff make: it has no caps, and it may be longer than visitors' bookings (decision 107). */
  byStaff?: (Omit<StaffBookingTerms, "priceReasonId"> & { priceReason: string | null }) | undefined;
}

/** The rows of personal data of a new booking, and the ids by which its event names them. */
export interface PersonalRows {
  personId: string;
  eventType: EventType;
  /** The row with the customer's own words for the event type, if it is not one of the six. */
  eventTypeId: string | undefined;
  priceReasonId: string | undefined;
  /** What stores them with the append. */
  rows: AppendRule[];
}

/** New rows: every booking has its own, so that it can be changed and erased by itself. */
export function personalRowsOf({
  person: { specialRequirements, ...person },
  eventType: words,
  byStaff,
}: Pick<BookingRequest, "person" | "eventType" | "byStaff">): PersonalRows {
  const personId = randomUUID();
  const eventType = knownEventType(words);
  const ownWords = eventType === null ? textRow(words) : null;
  const priceReason = byStaff?.priceReason ? textRow(byStaff.priceReason) : null;
  return {
    personId,
    eventType: eventType ?? "Other",
    eventTypeId: ownWords?.id,
    priceReasonId: priceReason?.id,
    rows: [
      storePerson({ id: personId, ...person, freeText: specialRequirements }),
      ...(ownWords ? [storePerson(ownWords)] : []),
      ...(priceReason ? [storePerson(priceReason)] : []),
    ],
  };
}

/** Until when a hold that begins now lasts, by the venue's settings. */
export function usualDeadline({ settings, holdMs }: Pick<Core, "settings" | "holdMs">, now: Date): Date {
  const { holdMinutes } = settings.now();
  return new Date(now.getTime() + (holdMinutes === null ? holdMs : holdMinutes * 60_000));
}

/** The command that requests the booking in this room now, at today's terms of the venue. */
export function requestCommand(
  core: Pick<Core, "settings" | "holdMs" | "timeZone">,
  request: BookingRequest,
  { room, now, personal }: { room: Room; now: Date; personal: PersonalRows },
): Extract<BookingCommand, { type: "RequestBooking" }> {
  const { settings, timeZone } = core;
  const { capacity, engineerAvailable, leastHours } = room;
  const { userId, heldBy, byStaff, accountId } = request;
  const { personId, eventType, eventTypeId, priceReasonId } = personal;
  return {
    type: "RequestBooking",
    request,
    room: { ...room, bookable: (room.bookable || byStaff !== undefined) && !room.retired },
    terms: settings.now(),
    context: {
      now,
      timeZone,
      opening: settings.schedule(),
      capacity,
      engineerAvailable,
      leastHours,
      byStaff: byStaff !== undefined,
    },
    personId,
    userId,
    heldBy,
    eventType,
    eventTypeId,
    holdUntil: usualDeadline(core, now),
    accountId,
    byStaff: byStaff && { ...byStaff, priceReasonId },
  };
}
