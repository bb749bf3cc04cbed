/** Writes the URL of a room's form that is filled with a visit. */
import type { EventType } from "../../../core/booking/rules/event-types.ts";
import type { BookingDuration } from "../../../core/booking/rules/pricing.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";

export interface Visit {
  day: VenueDay;
  /** Venue-local. */
  startHour: number;
  hours: number;
  duration: BookingDuration;
  people: number;
  /** The event type that the form begins with. */
  activity: EventType | undefined;
}

/** The room page books two hours or more; one hour is booked on the booking page (decision 43). */
export function bookHref(slug: string, { day, startHour, hours, duration, people, activity }: Visit): string {
  const page = hours === 1 && duration === "hourly" ? "booking" : "room";
  const query = new URLSearchParams({
    day,
    start: String(startHour),
    hours: String(hours),
    ...(duration === "hourly" ? {} : { duration }),
    ...(people > 1 ? { people: String(people) } : {}),
    ...(activity === undefined ? {} : { for: activity }),
  });
  return `/${page}/${slug}?${query}`;
}
