/** The event with which bookings of tests begin. */
import type { BookingEvent } from "../booking/state/booking-events.ts";
import { TEST_TERMS } from "./terms.ts";

type Requested = Extract<BookingEvent, { type: "BookingRequested" }>;

/** Two hours of room 1, ten to twelve in New York, held for half an hour: $150.00, with a downpayment of $75.00. */
export const requestedBooking = (changes: Partial<Requested["data"]> = {}): Requested => ({
  type: "BookingRequested",
  data: {
    roomId: 1,
    personId: "5f0c3c39-54b6-4d0a-a47b-3d2e0c7f3a11",
    userId: null,
    heldBy: "mailbox",
    startsAt: "2026-12-12T15:00:00.000Z",
    endsAt: "2026-12-12T17:00:00.000Z",
    duration: "hourly",
    hourCount: 2,
    eventType: "Rehearsal",
    attendees: null,
    engineerRequired: false,
    totalCents: 15_000,
    downpaymentCents: 7_500,
    holdUntil: "2026-12-01T15:30:00.000Z",
    terms: TEST_TERMS,
    ...changes,
  },
});
