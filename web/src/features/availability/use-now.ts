/** Keeps the page's time: hours that begin and holds that end change what is free without any action of the visitor. */
import { useEffect, useState } from "react";

const LOOK_EVERY_MS = 15_000;

/** The present time, updated four times a minute and whenever the page becomes visible again. */
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
