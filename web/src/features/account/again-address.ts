/** The address at which a booking is made again: its room, weekday, hour and length, on the next such day (decision 228). */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { knownEventType } from "../../../../core/booking/rules/event-types.ts";
import { addDays, type VenueDay, venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";

const WEEK = 7;

/** The first day after both `today` and the visit's own day that has the visit's weekday. */
export function nextSameWeekday(visit: VenueDay, today: VenueDay): VenueDay {
  let day = addDays(visit, WEEK);
  while (day <= today) day = addDays(day, WEEK);
  return day;
}

type Again = Pick<
  OwnBooking,
  "roomSlug" | "startTime" | "timeZone" | "bookingDuration" | "hourCount" | "attendees" | "eventType"
>;

/** `now` is an instant. The room's page goes on to the next free one of these weekdays (`again`). */
export function againAddress(booking: Again, now: Date): string {
  const { roomSlug, startTime, timeZone, bookingDuration, hourCount, attendees, eventType } = booking;
  const startsAt = new Date(startTime);
  const day = nextSameWeekday(venueDayOf(startsAt, timeZone), venueDayOf(now, timeZone));
  const kind = knownEventType(eventType ?? "");
  const query = new URLSearchParams({
    ...{ day, start: String(venueClockOf(startsAt, timeZone).hour), duration: bookingDuration },
    ...(bookingDuration === "hourly" ? { hours: String(hourCount) } : {}),
    ...(attendees === null ? {} : { people: String(attendees) }),
    ...(kind === null ? {} : { for: kind }),
    again: day,
  });
  return `/room/${roomSlug}?${query}`;
}
