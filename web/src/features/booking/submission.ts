/** Owns what is sent when a room is booked: SPEC §3's payload with the price the person saw, and the key that makes a retry safe. */
import type { BookingSubmission } from "../../../../bff/contract/booking.ts";
import { toAmount, toCents } from "../../../../bff/contract/money.ts";
import { type Price, priceOf, type RoomRates } from "../../../../bff/contract/pricing.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { venueDayOf } from "../../../../bff/contract/venue-time.ts";
import { theHouse } from "../../format/the-house.ts";
import type { BookingChoice, BookingSpan } from "../../session/booking-choice.ts";
import type { BookingFields } from "./booking-fields.ts";

type PricedRoom = Pick<
  Room,
  | "hourlyRate"
  | "halfDayRate"
  | "fullDayRate"
  | "engineerAvailable"
  | "engineerHourlyRate"
  | "engineerHalfDayRate"
  | "engineerFullDayRate"
> & {
  /** Where a share was agreed; else the house's. */
  downpaymentPercent?: number | undefined;
};

/** A rate of the wire in cents. @throws when the server sent what is no amount. */
export function rateCents(rate: string): number {
  const cents = toCents(rate);
  if (cents === null) throw new Error(`Not an amount: ${rate}`);
  return cents;
}

function ratesOf(room: Omit<PricedRoom, "engineerAvailable">): RoomRates {
  const { engineerHourlyRate: hourly, engineerHalfDayRate: halfDay, engineerFullDayRate: fullDay } = room;
  const hasOwnFee = hourly !== undefined && halfDay !== undefined && fullDay !== undefined;
  return {
    hourlyCents: rateCents(room.hourlyRate),
    halfDayCents: rateCents(room.halfDayRate),
    fullDayCents: rateCents(room.fullDayRate),
    ...(hasOwnFee
      ? {
          engineer: {
            hourlyCents: rateCents(hourly),
            halfDayCents: rateCents(halfDay),
            fullDayCents: rateCents(fullDay),
          },
        }
      : {}),
  };
}

/** The price of the choice in cents (SPEC §9); the engineer counts only in a room that has one. */
export function quote(
  room: PricedRoom,
  choice: Pick<BookingChoice, "duration" | "hourCount">,
  engineerWanted: boolean,
): Price {
  const { duration, hourCount } = choice;
  const { downpaymentPercent = theHouse().downpaymentPercent } = room;
  const engineerRequired = engineerWanted && room.engineerAvailable;
  return priceOf(ratesOf(room), { duration, hourCount, engineerRequired }, { downpaymentPercent });
}

/** The body of `POST /api/bookings`: `startDate` is the venue's day, the times are UTC instants, amounts are dollars as text. */
export function buildSubmission(
  room: Room,
  choice: BookingChoice,
  span: BookingSpan,
  fields: BookingFields,
): BookingSubmission {
  const price = quote(room, choice, fields.engineerRequired);
  return {
    roomId: room.id,
    firstName: fields.firstName,
    lastName: fields.lastName,
    email: fields.email,
    phone: fields.phone,
    startDate: venueDayOf(span.startsAt, room.timeZone),
    startTime: span.startsAt.toISOString(),
    endTime: span.endsAt.toISOString(),
    eventType: fields.eventType,
    attendees: fields.attendees,
    specialRequirements: fields.specialRequirements === "" ? null : fields.specialRequirements,
    engineerRequired: fields.engineerRequired && room.engineerAvailable,
    bookingDuration: choice.duration,
    hourCount: choice.duration === "hourly" ? choice.hourCount : null,
    totalAmount: toAmount(price.totalCents),
    downpaymentAmount: toAmount(price.downpaymentCents),
    remainingAmount: toAmount(price.remainingCents),
    terms: true,
  };
}

/** A submission's body together with the idempotency key it goes out under. */
export interface KeyedBody {
  body: string;
  key: string;
}

/** Keeps the key while the body is the same, so that a retry after a lost answer books once; another body gets a new key. */
export function keyed(
  previous: KeyedBody | null,
  submission: BookingSubmission,
  newKey: () => string,
): KeyedBody {
  const body = JSON.stringify(submission);
  return previous?.body === body ? previous : { body, key: newKey() };
}

/** 128 random bits as hex. Unlike `crypto.randomUUID` this also works where the page was not served over HTTPS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
