/** Owns the comparison of the room-hour guard with what the events say: whose each hour is, by the core's own fold. */
import type { BookingEvent } from "../../../core/booking/booking-events.ts";
import { type BookingState, occupies } from "../../../core/booking/booking-state.ts";
import { bookingStream } from "../../../core/booking/booking-stream.ts";
import type { RawEvent, RecordedEvent } from "../../../core/log/stream.ts";
import { hoursBetween } from "../../../core/venue/venue-time.ts";

export interface GuardRow {
  roomId: number;
  /** UTC instant. */
  startsAt: Date;
  bookingId: number;
}

/** As DECISIONS names an hour of the guard. */
const guardHour = (roomId: number, startsAt: Date): string =>
  `guard room ${roomId} ${startsAt.toISOString().replace(".000Z", "Z")}`;

/** Folds bookings as their events come by, in the log's order. */
export function createGuardFold() {
  const bookings = new Map<number, BookingState>();
  /** One that cannot be read says nothing of its hours. */
  const unreadable = new Set<number>();

  return {
    /** Throws `UndecodableEvent`. */
    take(raw: RawEvent): void {
      const id = bookingStream.idOf(raw.stream);
      if (id === null) return;
      try {
        const event: RecordedEvent<BookingEvent> | null = bookingStream.decode(raw);
        if (event) bookings.set(id, bookingStream.evolve(bookings.get(id) ?? bookingStream.initial, event));
      } catch (error) {
        unreadable.add(id);
        throw error;
      }
    },

    /** What stands otherwise in the guard, in words. Hours of bookings that could not be read are passed over. */
    compare(rows: readonly GuardRow[]): string[] {
      const owners = new Map<string, number>();
      for (const [id, booking] of bookings) {
        if (!booking.exists || !occupies(booking) || unreadable.has(id)) continue;
        for (const hour of hoursBetween(booking.startsAt, booking.endsAt)) {
          owners.set(guardHour(booking.roomId, hour), id);
        }
      }
      const faults: string[] = [];
      for (const { roomId, startsAt, bookingId } of rows) {
        const hour = guardHour(roomId, startsAt);
        const owner = owners.get(hour);
        owners.delete(hour);
        if (owner === bookingId || unreadable.has(bookingId)) continue;
        const said = owner === undefined ? "no event gives it to anybody" : `the events say booking ${owner}`;
        faults.push(`${hour}: stands as booking ${bookingId}'s, ${said}`);
      }
      for (const [hour, owner] of owners) {
        faults.push(`${hour}: is booking ${owner}'s by its events, and is not in the guard`);
      }
      return faults;
    },
  };
}
