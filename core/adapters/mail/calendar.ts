/** Writes bookings as a calendar file (RFC 5545, RFC 5546): one entry per booking, which later files move or cancel. */
import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from "ical-generator";
import type { Links } from "../../links.ts";
import { oneLine } from "../../text/one-line.ts";
import type { RoomDirectory } from "../../venue/rooms/rooms.ts";
import { hostOf, type VenueDetails } from "../../venue/settings.ts";
import { shortDayAndTime } from "../../venue/time/time-format.ts";
import { type CalendarFile, MAX_NAME_LENGTH } from "./mail.ts";

export interface CalendarVisit {
  bookingId: number;
  booking: {
    reference: string;
    personId: string;
    roomId: number;
    startsAt: Date;
    endsAt: Date;
    status: "pending" | "confirmed" | "completed" | "cancelled";
  };
  /** The number of events in the booking's stream. It rises with every change, and a calendar keeps the entry with the highest. */
  version: number;
  /** The UTC instant of this version. */
  at: Date;
  /** The recipient of the mail; null for a file to download, which asks for no answer. */
  attendee: { name: string; address: string } | null;
  /** For the holders of the visit's shared link: no number, and a link that cannot change it. */
  shared?: true;
}

/** Whether the visit takes place, and whether the attendee is busy then. */
export const CALENDAR_STATUS: Record<
  CalendarVisit["booking"]["status"],
  [ICalEventStatus, ICalEventBusyStatus]
> = {
  pending: [ICalEventStatus.TENTATIVE, ICalEventBusyStatus.TENTATIVE],
  confirmed: [ICalEventStatus.CONFIRMED, ICalEventBusyStatus.BUSY],
  completed: [ICalEventStatus.CONFIRMED, ICalEventBusyStatus.BUSY],
  cancelled: [ICalEventStatus.CANCELLED, ICalEventBusyStatus.FREE],
};

/** A day and two hours before the visit. */
const ALARMS_AHEAD_SECONDS = [24 * 3_600, 2 * 3_600];

/** The longest name or line of an address. */
const MAX_LINE_LENGTH = 200;
export const calendarLine = (text: string): string => oneLine(text, MAX_LINE_LENGTH);

/** A quoted parameter cannot contain a double quote (RFC 5545 §3.2). */
const parameter = (name: string): string => oneLine(name, MAX_NAME_LENGTH).replaceAll('"', "'");

/** Who writes the file, from the venue's name. */
export const productOf = (name: string) => ({
  company: calendarLine(name),
  product: "Bookings",
  language: "EN",
});

/**
 * The UID of an entry, the same in every file that has it. It has no number: after a restore that may be assigned again, and the entry of
 * a lost booking must not become the entry of another one.
 */
export const entryIdOf = (reference: string, venue: Pick<VenueDetails, "url">): string =>
  `${reference}@${hostOf(venue)}`;

/** What all entries have in common. */
interface CalendarSource {
  settings: { now(): VenueDetails };
  timeZone: string;
  rooms: Pick<RoomDirectory, "byId">;
  links: Pick<Links, "guestBooking" | "sharedVisit">;
}

/**
 * The booking's entry as of `version`. Times are written in UTC, so that a calendar in any zone shows the right hour.
 * The description gives them in the venue's zone. Served as `text/calendar; charset=utf-8`.
 */
export function calendarFileOf(source: CalendarSource, visit: CalendarVisit): CalendarFile {
  const { bookingId, booking, attendee, shared } = visit;
  const method = booking.status === "cancelled" ? "CANCEL" : attendee ? "REQUEST" : "PUBLISH";
  const calendar = calendarWith(source, method, [visit]);
  return {
    method,
    fileName: shared ? "visit.ics" : `booking-${bookingId}.ics`,
    content: calendar.toString(),
  };
}

/**
 * One file with the entries of several dates of a series. It is published, since a request and a cancellation are for one entry only
 * (RFC 5546): many programs would take the first date alone. A cancelled date's entry says that it is cancelled.
 */
export function seriesCalendarFile(
  source: CalendarSource,
  seriesId: number,
  visits: readonly Omit<CalendarVisit, "attendee" | "shared">[],
): CalendarFile {
  const calendar = calendarWith(
    source,
    "PUBLISH",
    visits.map((visit) => ({ ...visit, attendee: null })),
  );
  return { method: "PUBLISH", fileName: `series-${seriesId}.ics`, content: calendar.toString() };
}

function calendarWith(
  source: CalendarSource,
  method: CalendarFile["method"],
  visits: readonly CalendarVisit[],
): ICalCalendar {
  const { name } = source.settings.now();
  const calendar = ical({
    prodId: productOf(name),
    method: ICalCalendarMethod[method],
  });
  for (const visit of visits) addEntry(calendar, source, visit);
  return calendar;
}

function addEntry(
  calendar: ICalCalendar,
  { settings, timeZone, rooms, links }: CalendarSource,
  { bookingId, booking, attendee, shared, version, at }: CalendarVisit,
): void {
  const venue = settings.now();
  const [status, busystatus] = CALENDAR_STATUS[booking.status];
  const room = calendarLine(rooms.byId(booking.roomId)?.name ?? "Room");
  const name = calendarLine(venue.name);
  const claim = { bookingId, personId: booking.personId };
  const link = (shared ? links.sharedVisit(claim) : links.guestBooking(claim)).url;
  const event = calendar.createEvent({
    id: entryIdOf(booking.reference, venue),
    sequence: version,
    stamp: at,
    start: booking.startsAt,
    end: booking.endsAt,
    summary: `${room}, ${name}`,
    location: calendarLine(`${name}, ${venue.address.street}, ${venue.address.city}`),
    description: [
      shared ? room : `Booking ${bookingId}: ${room}`,
      `${shortDayAndTime(booking.startsAt, booking.endsAt, timeZone)}, venue time (${timeZone})`,
      `${shared ? "See when and where" : "See, move or cancel it"}: ${link}`,
    ].join("\n"),
    url: link,
    status,
    busystatus,
    organizer: { name: parameter(venue.name), email: venue.email },
  });
  if (booking.status !== "cancelled") {
    for (const trigger of ALARMS_AHEAD_SECONDS) event.createAlarm({ type: ICalAlarmType.display, trigger });
  }
  if (attendee) {
    event.createAttendee({
      name: parameter(attendee.name),
      email: attendee.address,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
}
