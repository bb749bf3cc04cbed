/** What a visitor has chosen on a room's calendar: day, start and length, and the instants that they cover. */
import { type BookingDuration, durationHours } from "../../../core/booking/rules/pricing.ts";
import { HOUR_MS, instantAt, type VenueDay } from "../../../core/venue/time/venue-time.ts";

/** `startHour` is a venue-local hour (9–21); `hourCount` applies to hourly bookings only. */
export interface BookingChoice {
  day: VenueDay | null;
  startHour: number | null;
  duration: BookingDuration;
  hourCount: number;
}

/** A booking's first and last instant (UTC); the end is not included. */
export interface BookingSpan {
  startsAt: Date;
  endsAt: Date;
}

/** The number of hours of the choice: 4 for a half day, 8 for a full day, else the chosen hours (decision 4). */
export function hoursOf(choice: Pick<BookingChoice, "duration" | "hourCount">): number {
  return durationHours(choice.duration, choice.hourCount);
}

/** The instants that the choice covers, or null while day or start is not chosen. Does not check whether those hours are free. */
export function spanOf(choice: BookingChoice, timeZone: string): BookingSpan | null {
  if (choice.day === null || choice.startHour === null) return null;
  const startsAt = instantAt(choice.day, choice.startHour, timeZone);
  return { startsAt, endsAt: new Date(startsAt.getTime() + hoursOf(choice) * HOUR_MS) };
}
