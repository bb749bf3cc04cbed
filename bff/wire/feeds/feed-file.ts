/** Writes a calendar feed as a file (RFC 5545): the same entries always as the same bytes (decisions 304, 306). */
import { createHash } from "node:crypto";
import { TZDate } from "@date-fns/tz";
import ical, {
  escape as escapeText,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { CALENDAR_STATUS, calendarLine, entryIdOf, productOf } from "../../../core/adapters/mail/calendar.ts";
import type { Core } from "../../../core/context.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import type { FeedBooking, FeedClosure, FeedEntries } from "../../../projections/views/feeds/feed-entries.ts";
import type { ActiveFeed } from "../../../projections/views/feeds/feed-record.ts";
import { foldLines } from "./fold-lines.ts";
import { isSecondOccurrence, zoneBlockOf } from "./time-zone-block.ts";

/** How often a program should ask again. */
const EVERY_SECONDS = 15 * 60;

/** Raised when this code writes other bytes for the same entries, so that calendars fetch them. */
const FILE_FORMAT = 2;

export interface FeedSource extends Pick<Core, "settings" | "rooms" | "timeZone"> {
  publicUrl: string;
}

/** Everything in a file that is not an entry's: it changes with the venue's and the rooms' names, not with the bookings. */
export const surroundingsOf = ({ settings, rooms, timeZone, publicUrl }: FeedSource): string => {
  const { name, address, url } = settings.now();
  return JSON.stringify([
    FILE_FORMAT,
    name,
    address,
    url,
    publicUrl,
    rooms.allIncludingRetired().map((room) => [room.id, room.name]),
    zoneBlockOf(timeZone).tzid,
    zoneBlockOf(timeZone).text,
  ]);
};

const END = "END:VCALENDAR";

type Kind = "own" | "staff" | "free-busy";

const kindOf = ({ audience, scope }: ActiveFeed): Kind =>
  audience.kind === "customer" ? "own" : scope === "free-busy" ? "free-busy" : "staff";

/** The file. Times are the venue's, with its time zone; lines are folded, and end with CRLF. */
export function feedFile(source: FeedSource, feed: ActiveFeed, { bookings, closures }: FeedEntries): string {
  const kind = kindOf(feed);
  const { name } = source.settings.now();
  const calendar = ical({
    prodId: productOf(name),
    method: ICalCalendarMethod.PUBLISH,
    // The library escapes the texts of entries, but not this one.
    name: escapeText(calendarLine(titleOf(source, feed)), false),
    ttl: EVERY_SECONDS,
  });
  // The properties of the calendar come first, then the time zone, which a feed without entries has too.
  const head = calendar.toString().slice(0, -END.length);
  const { tzid, text: zone } = zoneBlockOf(source.timeZone);
  const entries = [
    ...bookings.map((booking) => bookingEntry(source, booking, kind)),
    ...closures.map((closure) => closureEntry(source, closure, kind)),
  ].map((entry) => calendar.createEvent(entry).toString());
  return `${head}X-WR-TIMEZONE:${tzid}\r\n${zone}\r\n${foldLines(entries.join(""))}${END}\r\n`;
}

function titleOf({ settings, rooms }: FeedSource, { audience, scope, roomId }: ActiveFeed): string {
  const venue = settings.now().name;
  const room = roomId === null ? null : rooms.nameOf(roomId);
  if (audience.kind === "customer") return `My bookings, ${venue}`;
  if (scope === "free-busy") return `${room ?? venue}: busy times`;
  return scope === "mine" ? `Bookings that I made, ${venue}` : `${room ?? "All rooms"}, ${venue}`;
}

function bookingEntry(source: FeedSource, booking: FeedBooking, kind: Kind): ICalEventData {
  const { settings, publicUrl, timeZone } = source;
  const venue = settings.now();
  const room = roomNames(source, [booking.roomId]);
  const { status, free } = standingOf(booking, kind);
  const entry = { ...timesAndVersion(source, booking, kind), ...status };
  if (kind === "free-busy") return { ...entry, summary: "Busy", location: room };
  const at = `${calendarLine(venue.name)}, ${calendarLine(`${venue.address.street}, ${venue.address.city}`)}`;
  const day = venueDayOf(booking.startsAt, timeZone);
  const [summary, link] =
    kind === "own"
      ? [`${room}, ${calendarLine(venue.name)}`, `${publicUrl}/account`]
      : [
          `${calendarLine(booking.guest ?? "Guest")}, ${room}`,
          `${publicUrl}/admin/board?day=${day}&booking=${booking.id}`,
        ];
  const people = booking.attendees === null ? null : `${booking.attendees} people`;
  const lines = [
    `Booking ${booking.id}: ${room}`,
    kind === "staff" ? people : null,
    WORDS[free && booking.status !== "cancelled" ? "freed" : booking.status],
    link,
  ];
  return {
    ...entry,
    summary,
    location: kind === "own" ? at : room,
    description: lines.filter((line) => line !== null).join("\n"),
    url: link,
  };
}

const WORDS: Record<FeedBooking["status"] | "freed", string | null> = {
  pending: "Held, not confirmed yet",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
  freed: "Did not come; the hours are free again",
};

/** Whether the visit takes place, and whether its hours are free. Who may only see what is busy sees no difference between the two. */
function standingOf({ status, freed }: FeedBooking, kind: Kind) {
  const free = freed || status === "cancelled";
  const [word, busystatus] = CALENDAR_STATUS[freed && kind === "free-busy" ? "cancelled" : status];
  const transparency = free ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE;
  return {
    free,
    status: { status: word, busystatus: free ? ICalEventBusyStatus.FREE : busystatus, transparency },
  };
}

function closureEntry(source: FeedSource, closure: FeedClosure, kind: Kind): ICalEventData {
  const entry = {
    ...timesAndVersion(source, closure, kind),
    status: ICalEventStatus.CONFIRMED,
    busystatus: ICalEventBusyStatus.BUSY,
    transparency: ICalEventTransparency.OPAQUE,
    location: roomNames(source, closure.roomIds),
  };
  if (kind === "free-busy") return { ...entry, summary: "Busy" };
  const reason = closure.reason === null ? null : calendarLine(closure.reason);
  return { ...entry, summary: reason === null ? "Closed" : `Closed: ${reason}` };
}

const roomNames = ({ rooms }: FeedSource, ids: readonly number[]): string =>
  ids.map((id) => calendarLine(rooms.nameOf(id))).join(", ");

function timesAndVersion(
  { settings, timeZone }: FeedSource,
  entry: Pick<FeedBooking, "reference" | "version" | "changedAt" | "startsAt" | "endsAt">,
  kind: Kind,
) {
  const { reference, version, changedAt, startsAt, endsAt } = entry;
  // The reference is also in mails and links: who may only see what is busy must not recognize a booking by it.
  const shown =
    kind === "free-busy"
      ? createHash("sha256").update(`free-busy ${reference}`).digest("hex").slice(0, 32)
      : reference;
  const times = { id: entryIdOf(shown, settings.now()), sequence: version, stamp: changedAt };
  // The hour that the clocks repeat would be read as the first of the two, so such an entry has its times in UTC.
  if ([startsAt, endsAt].some((instant) => isSecondOccurrence(instant, timeZone)))
    return { ...times, start: startsAt, end: endsAt };
  const { tzid } = zoneBlockOf(timeZone);
  return {
    ...times,
    timezone: tzid,
    start: new TZDate(startsAt, timeZone),
    end: new TZDate(endsAt, timeZone),
  };
}
