/** Summarizes what a mail about a booking needs: the booking before and after the event that caused the mail, and the booking now. */
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import type { Booking, BookingState } from "../../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { fold, type RecordedEvent } from "../../../core/log/stream.ts";

export interface BookingSummary {
  bookingId: number;
  /** The event that caused the mail. */
  cause: BookingEvent;
  /** Null if the cause began the booking. */
  before: Booking | null;
  /** The booking after the cause's command, including what else the command decided (for example refunds). */
  after: Booking;
  /** All events up to that point. */
  earlierEvents: readonly RecordedEvent<BookingEvent>[];
  /** All events that the command decided, including the cause. */
  commandEvents: readonly BookingEvent[];
  /** The stream's version after the command. */
  version: number;
  at: Date;
  current: Booking;
  /** The events after the command. */
  laterEvents: readonly BookingEvent[];
}

const existing = (state: BookingState): Booking => {
  if (!state.exists) throw new Error("A booking's stream does not begin with its request");
  return state;
};

/** `events` is the whole stream; `causeVersion` counts from 1. */
export function bookingSummary(
  bookingId: number,
  events: readonly RecordedEvent<BookingEvent>[],
  causeVersion: number,
): BookingSummary {
  const recorded = events[causeVersion - 1];
  if (!recorded) throw new Error(`Booking ${bookingId} has no event ${causeVersion}`);
  const end = events.findLastIndex(({ commandId }) => commandId === recorded.commandId) + 1;
  const before = fold(bookingStream, events.slice(0, causeVersion - 1));
  const after = existing(fold(bookingStream, events.slice(0, end)));
  const laterEvents = events.slice(end);
  return {
    bookingId,
    cause: recorded,
    before: before.exists ? before : null,
    after,
    earlierEvents: events.slice(0, end),
    commandEvents: events.filter(({ commandId }) => commandId === recorded.commandId),
    version: end,
    at: recorded.occurredAt,
    current: existing(fold(bookingStream, laterEvents, { state: after, version: end })),
    laterEvents,
  };
}
