/** The board's time, by the minute, and its day. */
import { type VenueDay, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useNow } from "../../browser/use-now.ts";
import { useZone } from "../../format/venue.ts";

/** The present minute; it changes only when the next one begins. */
export const useCurrentMinute = (): Date => useNow(60_000);

/** Today at the venue. */
export const useToday = (): VenueDay => venueDayOf(useCurrentMinute(), useZone());
