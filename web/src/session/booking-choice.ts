/** Owns what a visitor has chosen on a room's calendar: day, start and length, and the instants they cover. */
import { type BookingDuration, durationHours } from "../../../core/booking/pricing.ts";
import { HOUR_MS, instantAt, type VenueDay } from "../../../core/venue/venue-time.ts";

/** `startHour` is an hour (9–21) on the venue's clock; `hourCount` counts for hourly bookings alone. */
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

/** How many hours the choice runs: 4 for a half day, 8 for a full day, else the hours chosen (decision 4). */
export function hoursOf(choice: Pick<BookingChoice, "duration" | "hourCount">): number {
  return durationHours(choice.duration, choice.hourCount);
}

/** The instants the choice covers, or null while day or start is open; whether those hours are free is not asked here. */
export function spanOf(choice: BookingChoice, timeZone: string): BookingSpan | null {
  if (choice.day === null || choice.startHour === null) return null;
  const startsAt = instantAt(choice.day, choice.startHour, timeZone);
  return { startsAt, endsAt: new Date(startsAt.getTime() + hoursOf(choice) * HOUR_MS) };
}
