/** What the dialog of a phone booking can be opened with. */
import type { AccountChoice } from "../../../../bff/contract/billing/accounts.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";

export type KnownGuest = Record<"firstName" | "lastName" | "email" | "phone", string>;

/** What is already known. Times are `HH:mm` of the venue's clock. */
export interface PhoneBookingStart {
  roomId?: number | undefined;
  day?: VenueDay | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  guest?: KnownGuest | undefined;
  /** The billing account on which it is booked. */
  account?: Pick<AccountChoice, "id" | "name" | "email"> | undefined;
}
