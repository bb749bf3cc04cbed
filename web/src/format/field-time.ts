/** Converts an instant to the value of a `datetime-local` field. */
import { venueClockOf, venueDayOf } from "../../../core/venue/time/venue-time.ts";

/** `"2026-12-12T15:04"`: the venue day and venue-local time. */
export function fieldTimeOf(instant: Date, zone: string): string {
  const { hour, minute } = venueClockOf(instant, zone);
  const [hh, mm] = [hour, minute].map((part) => String(part).padStart(2, "0"));
  return `${venueDayOf(instant, zone)}T${hh}:${mm}`;
}
