/** Owns the streams `booking-N`: a booking and its money, one history each. */
import { defineStream } from "../log/stream.ts";
import { bookingEventDefinitions } from "./booking-events.ts";
import { type BookingState, evolve, noBooking } from "./booking-state.ts";

export const bookingStream = defineStream({
  category: "booking",
  events: bookingEventDefinitions,
  initial: noBooking as BookingState,
  evolve,
});
