/** Builds the calendar of one room from the taken hours that were read and the venue's opening hours. */
import type { RoomBooking } from "../../../bff/contract/room.ts";
import type { RoomCalendar } from "../../../core/calendar/room-hours.ts";
import { type TakenSpan, takenHours } from "../../../core/calendar/taken-hours.ts";
import type { OpeningSchedule } from "../../../core/venue/time/opening-hours.ts";
import { currentVenue } from "./venue.ts";

/** In the API's format: ISO 8601, UTC. */
interface WireSpan {
  startTime: string;
  endTime: string;
}

export const instants = ({ startTime, endTime }: WireSpan) => ({
  startsAt: new Date(startTime),
  endsAt: new Date(endTime),
});

const takenSpan = ({ heldUntil, blocked, reason, turnaround, ...span }: RoomBooking): TakenSpan => ({
  ...instants(span),
  heldUntil: heldUntil === null ? null : new Date(heldUntil),
  ...(blocked ? { blocked: { reason: reason ?? null } } : {}),
  ...(turnaround ? { turnaround } : {}),
});

interface Asked {
  room: { timeZone: string; turnaroundHours?: number | undefined };
  for: RoomCalendar["for"];
  now: Date;
  /** The visit that is being moved; its hours count as free. */
  without?: WireSpan | undefined;
  /** Other visits of this visitor. */
  own?: readonly WireSpan[];
  /** Further taken spans. */
  also?: readonly TakenSpan[];
}

/** `bookings`: the room's taken hours in the days in question. */
export const calendarOf = (bookings: readonly RoomBooking[], asked: Asked): RoomCalendar =>
  calendarWithin(currentVenue().schedule, bookings, asked);

/** The same for opening hours that this page does not know as its venue's. */
export const calendarWithin = (
  opening: OpeningSchedule,
  bookings: readonly RoomBooking[],
  { room, for: asker, now, without, own = [], also = [] }: Asked,
): RoomCalendar => ({
  taken: takenHours([...bookings.map(takenSpan), ...also], {
    now,
    turnaroundHours: room.turnaroundHours,
    without: without && instants(without),
    own: own.map(instants),
  }),
  opening,
  zone: room.timeZone,
  now,
  for: asker,
});
