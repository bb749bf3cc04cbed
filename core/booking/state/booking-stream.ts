/** The streams `booking-N`: each is the history of one booking and its money. */
import { defineStream } from "../../log/stream.ts";
import { bookingEventDefinitions } from "./booking-events.ts";
import { evolve } from "./booking-evolve.ts";
import { type BookingState, noBooking } from "./booking-state.ts";

export const bookingStream = defineStream({
  category: "booking",
  events: bookingEventDefinitions,
  initial: noBooking as BookingState,
  evolve,
});
