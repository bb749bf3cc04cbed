/** Keeps the page's time: hours that begin and holds that end change what is shown without any action of the visitor. */
import { useEffect, useEffectEvent, useMemo, useState } from "react";

const LOOK_EVERY_MS = 15_000;

/**
 * The present time, rounded down to whole steps of `stepMs`, so that the value changes only when the next step begins. It is read four
 * times a minute and whenever the page becomes visible again.
 */
export function useNow(stepMs = 1): Date {
  const read = () => Math.floor(Date.now() / stepMs) * stepMs;
  const [now, setNow] = useState(read);
  const look = useEffectEvent(() => setNow(read()));
  useEffect(() => {
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return useMemo(() => new Date(now), [now]);
}
