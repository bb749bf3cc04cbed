/** What the dialog of a phone booking can be opened with. */
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import type { KnownGuest } from "./phone-booking-fields.ts";

/** What is already known. Times are `HH:mm` of the venue's clock. */
export interface PhoneBookingStart {
  roomId?: number | undefined;
  day?: VenueDay | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  guest?: KnownGuest | undefined;
}
