/** The visible countdown of the hold; screen readers announce it only at certain marks (decision 160). */
import clsx from "clsx";
import { countdownText } from "../../format/hold-countdown.ts";
import { useHoldCountdown } from "./use-hold-countdown.ts";

interface HoldTimerProps {
  /** ISO 8601, UTC. */
  holdUntil: string;
  /** What is held: "Your time slot is". */
  what: string;
  /** Called at zero, and at every further second until the timer is removed. */
  onEnd(): void;
}

export function HoldTimer({ holdUntil, what, onEnd }: HoldTimerProps) {
  const { leftMs: left, spoken } = useHoldCountdown(holdUntil, onEnd);
  const urgent = left <= 60_000;
  return (
    <div
      className={clsx(
        "flex items-baseline justify-between gap-4 border-2 px-4 py-2",
        urgent ? "border-danger text-danger" : "border-ink",
      )}
    >
      <span id="hold-label">{left > 0 ? `${what} held for` : "Your hold has ended"}</span>
      <span role="timer" aria-labelledby="hold-label" className="figures text-2xl font-semibold">
        {countdownText(left)}
      </span>
      <span aria-live="polite" className="sr-only">
        {spoken}
      </span>
    </div>
  );
}
