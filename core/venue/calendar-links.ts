/** Makes the links that add a visit to a calendar on the web: Google's and Outlook's. Safe in a browser. */
import { oneLine } from "../text/one-line.ts";
import type { NEW_VENUE } from "./settings.ts";

export interface LinkedVisit {
  bookingId: number;
  roomName: string;
  /** UTC instants. */
  startsAt: Date;
  endsAt: Date;
}

export interface CalendarLink {
  label: string;
  url: string;
}

/** The longest title or place. */
const MAX_LENGTH = 1_000;
const line = (text: string): string => oneLine(text, MAX_LENGTH);

/** For example `20261212T190000Z`. */
const compact = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d+/g, "");

/** Each link opens a form that is filled in and must still be saved there. */
export function calendarLinks(
  { bookingId, roomName, startsAt, endsAt }: LinkedVisit,
  venue: Pick<typeof NEW_VENUE, "name" | "address" | "directions" | "phone">,
): CalendarLink[] {
  const title = line(`${roomName}, ${venue.name}`);
  const location = line(`${venue.name}, ${venue.address.street}, ${venue.address.city}`);
  const notes = line(`Booking ${bookingId}. ${venue.directions}. ${venue.phone}`);
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    location,
    details: notes,
  });
  const outlook = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: startsAt.toISOString(),
    enddt: endsAt.toISOString(),
    location,
    body: notes,
  });
  return [
    { label: "Google Calendar", url: `https://calendar.google.com/calendar/render?${google}` },
    { label: "Outlook", url: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
  ];
}
