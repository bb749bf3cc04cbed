/** Builds the request that books a room: the payload with the price as seen (decision 2), and the key for safe retries (decision 31). */
import type { BookingSubmission } from "../../../../../bff/contract/booking.ts";
import type { Room } from "../../../../../bff/contract/room.ts";
import { toAmount } from "../../../../../core/booking/rules/money.ts";
import type { Price } from "../../../../../core/booking/rules/pricing.ts";
import { venueDayOf } from "../../../../../core/venue/time/venue-time.ts";
import type { BookingChoice, BookingSpan } from "../../../session/booking-choice.ts";
import type { BookingFields } from "./booking-fields.ts";

/** The body of `POST /api/bookings` at the price that is shown: `startDate` is the venue day, the times are UTC instants, amounts are dollars as text. */
export function buildSubmission(
  room: Room,
  choice: BookingChoice,
  span: BookingSpan,
  fields: BookingFields,
  price: Pick<Price, "totalCents" | "downpaymentCents" | "remainingCents">,
): BookingSubmission {
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

/** A submission's body with its idempotency key. */
export interface KeyedBody {
  body: string;
  key: string;
}

/** Keeps the key while the body is the same, so that a retry after a lost answer books once; another body gets a new key. */
export function withIdempotencyKey(
  previous: KeyedBody | null,
  submission: BookingSubmission,
  newKey: () => string,
): KeyedBody {
  const body = JSON.stringify(submission);
  return previous?.body === body ? previous : { body, key: newKey() };
}
