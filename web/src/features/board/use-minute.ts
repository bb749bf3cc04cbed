/** Keeps the board's time, checked four times a minute and whenever the page becomes visible again. */
import { useEffect, useState } from "react";
import { type VenueDay, venueDayOf } from "../../../../core/venue/venue-time.ts";
import { useZone } from "../../format/the-house.ts";

const LOOK_EVERY_MS = 15_000;

/** The present minute; it changes only when the next one begins. */
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

/** Today at the venue. */
export const useToday = (): VenueDay => venueDayOf(useMinute(), useZone());

/** In milliseconds, so that the same minute is the same state. */
const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60_000;
