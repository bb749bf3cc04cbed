/** Shows a booking or a room's day as of an instant, folded from their events with the core's own `evolve`. */
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import {
  type Booking,
  type BookingState,
  hasHours,
  heldUntil,
} from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { fold, type RecordedEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { addDays, instantAt, type VenueDay } from "../../core/venue/time/venue-time.ts";
import { type DayClosures, dayClosuresAsOf } from "./blocks-as-of.ts";
import { decidedUpTo, historiesOf } from "./decided.ts";

/** Throws `UndecodableEvent` if this code cannot read one of the events. */
export const bookingAsOf = (events: readonly RecordedEvent<BookingEvent>[], instant: Date): BookingState =>
  fold(bookingStream, decidedUpTo(events, instant));

/** Hours of a room that a booking had. UTC instants. */
interface HadHours extends Pick<Booking, "status" | "paymentStatus" | "startsAt" | "endsAt"> {
  bookingId: number;
  /** The deadline while the booking was an unpaid hold; otherwise null. */
  heldUntil: Date | null;
}

/** An event that changed which booking had which hours of the day. */
interface DayChange {
  bookingId: number;
  event: RecordedEvent<BookingEvent>;
  /** The booking right after the event. */
  booking: Booking;
}

export interface RoomDay {
  /** Ordered by their start. */
  bookings: HadHours[];
  /** The closed hours of the day, ordered by their start. */
  blocks: DayClosures["blocks"];
  /** All changes of the day, also those after the instant; the oldest first. */
  changes: (DayChange | DayClosures["changes"][number])[];
}

/** No booking is longer than this or spans two venue days. */
const LONGEST_MS = 24 * 3_600_000;

/** A room's venue day (in the zone `timeZone`) as of an instant. Reads only the bookings that ever had an hour of it. */
export async function roomDayAsOf(
  sql: Sql,
  { roomId, day, instant, timeZone }: { roomId: number; day: VenueDay; instant: Date; timeZone: string },
): Promise<RoomDay> {
  const from = instantAt(day, 0, timeZone);
  const to = instantAt(addDays(day, 1), 0, timeZone);
  const streams = await sql<{ stream: string }[]>`
    select distinct stream from audit_events join audit_kinds using (kind)
    where room_id = ${roomId} and starts_at > ${new Date(from.getTime() - LONGEST_MS)} and starts_at < ${to}`;
  const histories = await historiesOf(sql, bookingStream, streams);

  const isOfDay = (state: BookingState): state is Booking =>
    state.exists && hasHours(state) && state.roomId === roomId && state.startsAt < to && state.endsAt > from;

  const bookings: HadHours[] = [];
  const closed = await dayClosuresAsOf(sql, { roomId, from, to, instant });
  const changes: RoomDay["changes"] = [...closed.changes];
  for (const [bookingId, history] of histories) {
    const had = bookingAsOf(history, instant);
    const held = had.exists ? heldUntil(had) : null;
    // A hold past its deadline no longer keeps its hours, whether or not its expiry has been recorded yet.
    if (isOfDay(had) && (held === null || held > instant)) {
      const { status, paymentStatus, startsAt, endsAt } = had;
      bookings.push({ bookingId, status, paymentStatus, startsAt, endsAt, heldUntil: held });
    }
    let before: BookingState = bookingStream.initial;
    for (const event of history) {
      const after = bookingStream.evolve(before, event);
      const changed = hoursIn(before) !== hoursIn(after);
      if (changed && after.exists) changes.push({ bookingId, event, booking: after });
      before = after;
    }
  }
  bookings.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.bookingId - b.bookingId);
  changes.sort(
    (a: Logged, b: Logged) => a.event.occurredAt.getTime() - b.event.occurredAt.getTime() || inLogOrder(a, b),
  );
  return { bookings, blocks: closed.blocks, changes };

  /** What the day shows of a booking. */
  function hoursIn(state: BookingState): string {
    if (!isOfDay(state)) return "";
    return [state.startsAt, state.endsAt, heldUntil(state)].map((at) => at?.getTime() ?? "").join(" ");
  }
}

type Logged = RoomDay["changes"][number];
const inLogOrder = (a: Logged, b: Logged): number => a.event.at.position - b.event.at.position;
