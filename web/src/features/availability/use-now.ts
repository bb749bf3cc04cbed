/** Owns the time as the page sees it: begun hours and ended holds change what is free while nobody touches anything. */
import { useEffect, useState } from "react";

const LOOK_EVERY_MS = 15_000;

/** The present, looked at four times a minute and whenever the page comes back into view. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => setNow(new Date());
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now;
}
