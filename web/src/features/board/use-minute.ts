/** Owns the present as the board shows it: looked at four times a minute, and whenever the page comes back into view. */
import { useEffect, useState } from "react";
import { type VenueDay, venueDayOf } from "../../../../core/venue/venue-time.ts";
import { useZone } from "../../format/the-house.ts";

const LOOK_EVERY_MS = 15_000;

/** The minute that it is; the same one until the next. */
export function useMinute(): Date {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    const look = () => setMinute(thisMinute());
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return new Date(minute);
}

/** The venue's day that it is. */
export const useToday = (): VenueDay => venueDayOf(useMinute(), useZone());

/** As milliseconds, so that the same minute is the same state. */
const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60_000;
