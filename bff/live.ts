/** Owns the way from the log to the open pages: each event that changes a room's availability, told once to that room's sockets. */
import type { BookingEvent } from "../core/booking/booking-events.ts";
import { comparePositions, formatPosition } from "../core/log/position.ts";
import { type RecordedEvent, readAfter, readStream } from "../core/log/read.ts";
import type { Sql } from "../core/platform/database.ts";
import type { Logger } from "../core/platform/logger.ts";
import type { RoomDirectory } from "../core/venue/rooms.ts";
import { bookingIdOf, inquiryIdOf } from "../projections/projection.ts";
import type { LiveMessage, StaffLiveMessage } from "./contract/live.ts";
import type { LiveSockets } from "./live-sockets.ts";
import type { Projected } from "./projected.ts";

const BATCH_SIZE = 500;
const RETRY_MS = 1_000;
/** Bookings whose room is remembered; the rest is looked up in its stream. */
const MAX_REMEMBERED = 10_000;

/** What a page hears of an event; SPEC §4 names these three. Everything else leaves the hours as they are. */
const HEARD_AS: Partial<Record<BookingEvent["type"], LiveMessage["type"]>> = {
  BookingRequested: "booking_created",
  BookingConfirmed: "booking_payment_confirmed",
  BookingExpired: "booking_cancelled",
  BookingCancelled: "booking_cancelled",
  // Hours became free and others were taken; the page fetches both anew, and nobody needs a toast for it.
  BookingRescheduled: "booking_cancelled",
};

/**
 * Follows the log up to where the availability view is, never further, so that whoever hears a message and fetches
 * again sees the change. A missed NOTIFY costs nothing: the next look reads on from where this one stopped.
 */
export function startLiveFeed(options: {
  sql: Sql;
  rooms: RoomDirectory;
  projected: Projected;
  sockets: LiveSockets;
  logger: Logger;
}): { stop(): Promise<void> } {
  const { sql, rooms, projected, sockets, logger } = options;
  const roomOfBooking = new Map<number, number>();
  let cursor = projected.cursor();
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  function wake(): void {
    again = true;
    if (!running && !stopped) running = follow();
  }

  async function follow(): Promise<void> {
    while (again && !stopped) {
      again = false;
      try {
        await tellUpTo();
      } catch (error) {
        logger.warn({ err: error }, "the live feed could not read the log; it tries again");
        setTimeout(wake, RETRY_MS).unref();
      }
    }
    running = null;
  }

  async function tellUpTo(): Promise<void> {
    const target = projected.cursor();
    while (comparePositions(cursor, target) < 0) {
      if (!sockets.hasAudience()) {
        cursor = target;
        return;
      }
      const events = await readAfter(sql, cursor, BATCH_SIZE);
      if (events.length === 0) return;
      const reached = events.filter((event) => comparePositions(event.at, target) <= 0);
      await tellStaff(reached);
      for (const event of reached) {
        await tell(event);
        cursor = event.at;
      }
      if (reached.length < events.length) return;
    }
  }

  async function tell(event: RecordedEvent): Promise<void> {
    const type = HEARD_AS[event.type as BookingEvent["type"]]; // other streams' types have no entry either
    const bookingId = bookingIdOf(event);
    if (!type || bookingId === null) return;
    const roomId = await roomOf(bookingId, event);
    const room = roomId === null ? undefined : rooms.byId(roomId);
    if (!room) return;
    const message: LiveMessage = {
      type,
      data: { roomId: room.id, roomName: room.name },
      logPosition: formatPosition(event.at),
    };
    sockets.tell(room.id, JSON.stringify(message));
  }

  /** Staff hear of every booking that changed and of every message, once per batch. */
  async function tellStaff(events: readonly RecordedEvent[]): Promise<void> {
    const news = new Map<string, string>();
    for (const event of events) {
      const bookingId = bookingIdOf(event);
      const id = bookingId ?? inquiryIdOf(event);
      if (id === null) continue;
      const type = bookingId === null ? "staff_message_received" : "staff_booking_changed";
      const logPosition = formatPosition(event.at);
      // Of several changes of one booking only the last is worth a message, in its place.
      news.delete(event.stream);
      news.set(event.stream, JSON.stringify({ type, data: { id }, logPosition } satisfies StaffLiveMessage));
    }
    if (news.size > 0) await sockets.tellStaff([...news.values()]);
  }

  async function roomOf(bookingId: number, event: RecordedEvent): Promise<number | null> {
    const known = roomOfBooking.get(bookingId);
    if (known !== undefined) return known;
    const requested = event.version === 1 ? event : (await readStream(sql, event.stream))[0];
    const data = requested?.data as Partial<Extract<BookingEvent, { type: "BookingRequested" }>["data"]>; // a stream's first event
    if (data?.roomId === undefined) return null;
    roomOfBooking.set(bookingId, data.roomId);
    if (roomOfBooking.size > MAX_REMEMBERED) {
      const [oldest] = roomOfBooking.keys();
      if (oldest !== undefined) roomOfBooking.delete(oldest);
    }
    return data.roomId;
  }

  projected.onMoved(wake);
  return {
    async stop() {
      stopped = true;
      await running;
    },
  };
}
