/** What a `datetime-local` field holds for an instant. */
import { venueClockOf, venueDayOf } from "../../../core/venue/venue-time.ts";

/** `"2026-12-12T15:04"`: the venue's day and clock. */
export function localText(instant: Date, zone: string): string {
  const { hour, minute } = venueClockOf(instant, zone);
  const [hh, mm] = [hour, minute].map((part) => String(part).padStart(2, "0"));
  return `${venueDayOf(instant, zone)}T${hh}:${mm}`;
}
