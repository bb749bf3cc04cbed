/** Tells open pages of the log's events: each that changes a room's availability or who waits for it, once, to that room's sockets. */

import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { type BookingState, hasHours, heldUntil } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { waitlistStream } from "../../core/booking/waitlist/waitlist.ts";
import { closureStream } from "../../core/closure/closure.ts";
import type { Core } from "../../core/context.ts";
import { erasureStream } from "../../core/erasure/erasure.ts";
import { guestNoteStream } from "../../core/guest/guest-note.ts";
import { inquiryStream } from "../../core/inquiry/inquiry.ts";
import { comparePositions, formatPosition, type LogPosition } from "../../core/log/position.ts";
import { isInLog, readAfter, readBeginnings } from "../../core/log/read.ts";
import { eventsOf, fold, foldReadable, type RawEvent, type RecordedEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { Logger } from "../../core/platform/logger.ts";
import { roomStream } from "../../core/venue/rooms/room.ts";
import { settingsStream } from "../../core/venue/settings-stream.ts";
import type { LiveMessage, StaffLiveMessage } from "../contract/live.ts";
import type { LiveSockets } from "./sockets.ts";
import type { ViewPositions } from "./view-positions.ts";
import { roomsOfWaitlist } from "./waitlist-rooms.ts";

const BATCH_SIZE = 500;
const RETRY_MS = 1_000;

/** The event names that a page gets (decision 143 names the first three), to show its visitor. */
const MESSAGE_OF: Partial<Record<BookingEvent["type"], LiveMessage["type"]>> = {
  BookingRequested: "booking_created",
  BookingConfirmed: "booking_payment_confirmed",
  BookingExpired: "booking_cancelled",
  BookingCancelled: "booking_cancelled",
  HoldReleased: "booking_cancelled",
};
/** For any other change of taken or held hours the page fetches the hours again, without a toast. */
const REFRESH: LiveMessage["type"] = "booking_cancelled";

/**
 * Follows the log up to the position of the availability projection, never further, so that a page that gets a message and fetches again
 * sees the change. A missed NOTIFY loses nothing: the next call continues where this one stopped.
 */
export function startLiveFeed(options: {
  sql: Sql;
  core: Pick<Core, "rooms" | "venue">;
  views: ViewPositions;
  sockets: LiveSockets;
  logger: Logger;
}): { stop(): Promise<void> } {
  const { sql, views, sockets, logger } = options;
  const { rooms, venue } = options.core;
  let cursor = views.positionOf("availability");
  /** The newest event up to which all messages were sent. */
  let told: RawEvent | null = null;
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
        await sendNews();
      } catch (error) {
        logger.warn({ err: error }, "the live feed could not read the log; it tries again");
        setTimeout(wake, RETRY_MS).unref();
      }
    }
    running = null;
  }

  async function sendNews(): Promise<void> {
    const target = views.positionOf("availability");
    // A failover may take the projection back, since its commits do not wait for a standby. This feed goes back only if events that it has
    // told are no longer in the log.
    if (comparePositions(target, cursor) < 0 && !(told && (await isInLog(sql, told)))) cursor = target;
    while (comparePositions(cursor, target) < 0) {
      if (!sockets.hasSubscribers()) {
        cursor = target;
        return;
      }
      const events = await readAfter(sql, cursor, BATCH_SIZE);
      const visible = events.filter((event) => comparePositions(event.at, target) <= 0);
      const last = visible.at(-1);
      if (!last) return;
      await sendToStaff(visible);
      await sendOfVenue(visible);
      await sendToRooms(visible);
      await sendOfWaitlist(visible);
      cursor = last.at;
      told = last;
      if (visible.length < events.length) return;
    }
  }

  /** One message per batch to each room that has changed; to all rooms when the venue has, since its hours are theirs. */
  async function sendOfVenue(events: readonly RawEvent[]): Promise<void> {
    const changed = new Map<number, RawEvent>();
    for (const event of events) {
      for (const roomId of await roomsOfBlock(event)) changed.set(roomId, event);
      // Its first event changes nothing that a page shows.
      if (event.version === 1) continue;
      const roomId = roomStream.idOf(event.stream);
      if (roomId !== null) changed.set(roomId, event);
      else if (settingsStream.idOf(event.stream) !== null) {
        for (const { id } of rooms.all()) changed.set(id, event);
      }
    }
    if (changed.size > 0) await venue.refreshIfExpired();
    for (const [roomId, { at }] of changed) {
      const roomName = rooms.byId(roomId)?.name ?? "";
      const data = { roomId, roomName };
      const message: LiveMessage = { type: "room_changed", data, logPosition: formatPosition(at) };
      sockets.sendToRoom(roomId, JSON.stringify(message));
    }
  }

  /** One message per batch to each room that a changed entry names; after those of bookings, so that its page finds the hours too. */
  async function sendOfWaitlist(events: readonly RawEvent[]): Promise<void> {
    const changed = await roomsOfWaitlist(sql, events, () => rooms.all().map(({ id }) => id));
    for (const [roomId, at] of changed) tellRoom(roomId, ["waitlist_changed"], at);
  }

  /** The rooms whose hours a closure closes or opens; none for any other event. */
  async function roomsOfBlock({ stream, version }: RawEvent): Promise<readonly number[]> {
    if (closureStream.idOf(stream) === null) return [];
    const history = await readBeginnings(sql, [{ stream, before: version + 1 }]);
    const { state: block, unreadable } = foldReadable(closureStream, history);
    if (block.exists) return block.roomIds;
    // The rooms of an unreadable closure are unknown: the pages of all rooms fetch again.
    return unreadable ? rooms.all().map(({ id }) => id) : [];
  }

  /** One message per append that changed the taken hours of its room. */
  async function sendToRooms(events: readonly RawEvent[]): Promise<void> {
    const commands = bookingCommands(events);
    const wanted = [...commands].map(([stream, { last }]) => ({ stream, before: last + 1 }));
    const beginnings = await readBeginnings(sql, wanted);
    for (const [stream, { spans }] of commands) {
      const raw = beginnings.filter((event) => event.stream === stream);
      try {
        const history = eventsOf(bookingStream, raw);
        for (const { first, last } of spans) sendChange(history, first, last);
      } catch (error) {
        logger.warn(
          { err: error },
          "a booking cannot be read; the pages of its last known room fetch their hours again",
        );
        const { state } = foldReadable(bookingStream, raw);
        const at = raw.at(-1)?.at;
        if (state.exists && at) tellRoom(state.roomId, [REFRESH], at);
      }
    }
  }

  function sendChange(history: readonly RecordedEvent<BookingEvent>[], first: number, last: number): void {
    const decided = history.slice(first - 1, last);
    const before = fold(bookingStream, history.slice(0, first - 1));
    const after = fold(bookingStream, decided, { state: before, version: first - 1 });
    const types = decided.flatMap(({ type }) => MESSAGE_OF[type] ?? []);
    if (types.length === 0 && takenHours(before) !== takenHours(after)) types.push(REFRESH);
    const at = decided.at(-1)?.at;
    if (!after.exists || !at) return;
    tellRoom(after.roomId, types, at);
    // The hours in the room that it has left are free again.
    if (before.exists && before.roomId !== after.roomId) tellRoom(before.roomId, [REFRESH], at);
  }

  function tellRoom(roomId: number, types: readonly LiveMessage["type"][], at: LogPosition): void {
    const room = rooms.byId(roomId);
    if (!room) return;
    const logPosition = formatPosition(at);
    for (const type of types) {
      const message: LiveMessage = { type, data: { roomId, roomName: room.name }, logPosition };
      sockets.sendToRoom(roomId, JSON.stringify(message));
    }
  }

  /** Staff get messages about changed bookings, visitors' messages, notes on guests, the waitlist, erasures, rooms, hours and closures, per batch. */
  async function sendToStaff(events: readonly RawEvent[]): Promise<void> {
    const news = new Map<string, string>();
    for (const event of events) {
      const changed = staffNewsOf(event.stream);
      if (!changed) continue;
      const { type, id } = changed;
      const logPosition = formatPosition(event.at);
      // Of several changes of one booking only the last gives a message, at its place in the order.
      news.delete(event.stream);
      news.set(event.stream, JSON.stringify({ type, data: { id }, logPosition } satisfies StaffLiveMessage));
    }
    if (news.size > 0) await sockets.sendToStaff([...news.values()]);
  }

  views.onMoved("availability", wake);
  return {
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** The message to staff about an event of this stream; null for one that changes nothing on their pages. */
function staffNewsOf(stream: string): { type: StaffLiveMessage["type"]; id: number } | null {
  const news = [
    ["staff_booking_changed", bookingStream.idOf(stream)],
    ["staff_message_received", inquiryStream.idOf(stream)],
    ["staff_person_erased", erasureStream.idOf(stream)],
    ["staff_guest_noted", guestNoteStream.idOf(stream)],
    ["staff_waitlist_changed", waitlistStream.idOf(stream)],
    [
      "staff_venue_changed",
      closureStream.idOf(stream) ?? roomStream.idOf(stream) ?? settingsStream.idOf(stream),
    ],
  ] as const;
  for (const [type, id] of news) if (id !== null) return { type, id };
  return null;
}

/** What a visitor sees of a booking: which hours are taken, and whether by a hold. */
function takenHours(state: BookingState): string {
  if (!state.exists || !hasHours(state)) return "free";
  const { roomId, startsAt, endsAt } = state;
  return `${roomId} ${startsAt.getTime()} ${endsAt.getTime()} ${heldUntil(state)?.getTime() ?? "taken"}`;
}

interface Span {
  commandId: string;
  /** Versions, both inclusive. */
  first: number;
  last: number;
}

/** By booking, in the log's order: its last version among these events, and the spans that one command appended each. */
function bookingCommands(events: readonly RawEvent[]): Map<string, { last: number; spans: Span[] }> {
  const commands = new Map<string, { last: number; spans: Span[] }>();
  for (const { stream, version, commandId } of events) {
    if (bookingStream.idOf(stream) === null) continue;
    const spans: Span[] = commands.get(stream)?.spans ?? [];
    const latest = spans.at(-1);
    if (latest?.commandId === commandId) latest.last = version;
    else spans.push({ commandId, first: version, last: version });
    commands.set(stream, { last: version, spans });
  }
  return commands;
}
