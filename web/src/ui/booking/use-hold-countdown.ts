/** Counts a hold down by the second, with what screen readers announce of it (decision 160). */
import { useEffect, useEffectEvent, useState } from "react";
import { announcement, remainingMs } from "../../format/hold-countdown.ts";

/** `holdUntil`: ISO 8601, UTC. `onEnd` is called at zero, and at every further second until the component is removed. */
export function useHoldCountdown(holdUntil: string, onEnd: () => void): { leftMs: number; spoken: string } {
  const [leftMs, setLeft] = useState(() => remainingMs(holdUntil, Date.now()));
  const [spoken, setSpoken] = useState("");
  const look = useEffectEvent(() => {
    const now = remainingMs(holdUntil, Date.now());
    setSpoken((words) => announcement(leftMs, now) ?? words);
    setLeft(now);
    if (now === 0) onEnd();
  });
  useEffect(() => {
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, []);
  return { leftMs, spoken };
}
