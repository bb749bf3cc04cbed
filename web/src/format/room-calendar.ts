/** The calendar of one room as this page knows it: what was read of it, by the venue's opening hours. */
import type { RoomBooking } from "../../../bff/contract/room.ts";
import type { RoomCalendar } from "../../../core/calendar/room-hours.ts";
import { type TakenSpan, takenHours } from "../../../core/calendar/taken-hours.ts";
import { theHouse } from "./the-house.ts";

/** As on the wire: ISO 8601, UTC. */
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
  /** A visit of this room that is moved. */
  without?: WireSpan | undefined;
  /** Visits of the visitor who asks. */
  own?: readonly WireSpan[];
  /** What is to be taken besides. */
  also?: readonly TakenSpan[];
}

/** `bookings`: what is taken of the room in the days that are asked about. */
export const calendarOf = (
  bookings: readonly RoomBooking[],
  { room, for: asker, now, without, own = [], also = [] }: Asked,
): RoomCalendar => ({
  taken: takenHours([...bookings.map(takenSpan), ...also], {
    now,
    turnaroundHours: room.turnaroundHours,
    without: without && instants(without),
    own: own.map(instants),
  }),
  opening: theHouse().schedule,
  zone: room.timeZone,
  now,
  for: asker,
});
