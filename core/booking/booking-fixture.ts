/** The events of a booking at $150.00 with a downpayment of $75.00, and the commands on it, for tests of decisions. */
import { specification } from "../testing/decider-specification.ts";
import { requestedBooking } from "../testing/requested-booking.ts";
import { TEST_TERMS } from "../testing/terms.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import { type BookingCommand, decide } from "./booking.ts";
import type { BookingEvent } from "./state/booking-events.ts";
import { evolve } from "./state/booking-evolve.ts";
import { noBooking } from "./state/booking-state.ts";

export const { given } = specification({ initial: noBooking, evolve, decide });

export const zone = "America/New_York";
export const now = new Date("2026-12-01T15:00:00Z");
export const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
export const at = (hour: number, day = "2026-12-12"): Date => instantAt(day, hour, zone);
export const holdUntil = later(30);

export const requested: BookingEvent = requestedBooking({
  startsAt: at(10).toISOString(),
  endsAt: at(12).toISOString(),
  eventType: "Recording Session",
  attendees: 4,
  holdUntil: holdUntil.toISOString(),
  terms: { ...TEST_TERMS, rates: { hourlyCents: 7_500, halfDayCents: 27_000, fullDayCents: 50_000 } },
});
export const intentOpened: BookingEvent = {
  type: "PaymentIntentOpened",
  data: { paymentIntentId: "pi_1", amountCents: 7_500, purpose: "downpayment" },
};
export const received = (paymentIntentId = "pi_1"): BookingEvent => ({
  type: "DownpaymentReceived",
  data: { paymentIntentId, chargeId: "ch_1", amountCents: 7_500 },
});
export const confirmed: BookingEvent = { type: "BookingConfirmed", data: {} };
export const expired: BookingEvent = { type: "BookingExpired", data: {} };
export const cancelled: BookingEvent = { type: "BookingCancelled", data: { cancelledBy: "venue" } };
export const failed: BookingEvent = {
  type: "PaymentFailed",
  data: { paymentIntentId: "pi_1", attemptId: "try_1", declineCode: "generic_decline" },
};
export const refundRequested = (
  reason: Extract<BookingEvent, { type: "RefundRequested" }>["data"]["reason"],
  amountCents = 7_500,
  paymentIntentId = "pi_1",
): BookingEvent => ({
  type: "RefundRequested",
  data: { refundId: "refund-1", paymentIntentId, amountCents, reason, at: now.toISOString() },
});
export const receive = (changes = {}): BookingCommand => ({
  type: "ReceiveDownpayment",
  paymentIntentId: "pi_1",
  chargeId: "ch_1",
  amountCents: 7_500,
  hoursAvailable: true,
  now,
  ...changes,
});
