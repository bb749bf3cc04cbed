/** Owns the links that put a visit into somebody's calendar on the web: Google's and Outlook's. */

import type { OwnBooking } from "../../../../bff/contract/customer.ts";
import { HOUSE } from "../../../../bff/contract/house.ts";

type Visit = Pick<OwnBooking, "id" | "roomName" | "startTime" | "endTime">;

const titleOf = ({ roomName }: Visit): string => `${roomName} at ${HOUSE.name}`;
const PLACE = `${HOUSE.name}, ${HOUSE.address.street}, ${HOUSE.address.city}`;
const notesOf = ({ id }: Visit): string => `Booking #${id}. ${HOUSE.directions}. ${HOUSE.phone}`;

/** `20261212T190000Z` */
const compact = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

export function googleCalendarUrl(visit: Visit): string {
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: titleOf(visit),
    dates: `${compact(visit.startTime)}/${compact(visit.endTime)}`,
    location: PLACE,
    details: notesOf(visit),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

export function outlookCalendarUrl(visit: Visit): string {
  const query = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: titleOf(visit),
    startdt: visit.startTime,
    enddt: visit.endTime,
    location: PLACE,
    body: notesOf(visit),
  });
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`;
}
