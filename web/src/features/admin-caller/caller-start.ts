/** Owns what the dialog of a booking for a caller may be opened with. */
import type { VenueDay } from "../../../../core/venue/venue-time.ts";
import type { KnownGuest } from "./caller-fields.ts";

/** What is known already. Times are `HH:mm` of the venue's clock. */
export interface CallerStart {
  roomId?: number | undefined;
  day?: VenueDay | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  guest?: KnownGuest | undefined;
}
