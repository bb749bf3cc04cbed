/** Writes the time left of a hold, and announces it at five minutes and at one minute only (decision 160). */
import { countText } from "../../../core/text/count-text.ts";

const MINUTE_MS = 60_000;

/**
 * Ascending, so that after a long sleep the announcement is about the time that is really left, not about the first mark that was missed.
 */
const ANNOUNCED_MINUTES = [1, 5] as const;

/** Milliseconds until the hold ends; never below zero. */
export const remainingMs = (holdUntil: string, now: number): number =>
  Math.max(0, new Date(holdUntil).getTime() - now);

/** `29:59`, or `1:05:00` from an hour on. Seconds are rounded up, so that 0:00 is shown only when no time is left. */
export function countdownText(ms: number): string {
  const total = Math.ceil(ms / 1_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}

/** The announcement if the time left passed a mark between the two readings of the clock; otherwise null. */
export function announcement(previousMs: number, ms: number): string | null {
  if (ms <= 0) return null;
  const passed = ANNOUNCED_MINUTES.find(
    (minutes) => previousMs > minutes * MINUTE_MS && ms <= minutes * MINUTE_MS,
  );
  if (passed === undefined) return null;
  return passed === 1
    ? "One minute left to pay before your time slot is released."
    : `${passed} minutes left to pay before your time slot is released.`;
}

/** The text beside the reason of a declined card: that the hours are still held, and how long. Null once they are not. */
export function stillHeldText(ms: number): string | null {
  if (ms <= 0) return null;
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes === 0) return "Your hours are held for less than a minute more.";
  return `Your hours are held for ${countText(minutes, "minute")} more.`;
}
