/** How the time left of a hold is shown, and when it is announced: at five minutes and at one only (decision 160). */
import { counted } from "./counts.ts";

const MINUTE_MS = 60_000;

/** Ascending, so that waking from a long sleep says the nearest truth rather than the first one missed. */
const ANNOUNCED_MINUTES = [1, 5] as const;

/** Milliseconds until the hold ends; never below zero. */
export const remainingMs = (holdUntil: string, now: number): number =>
  Math.max(0, new Date(holdUntil).getTime() - now);

/** `29:59`, or `1:05:00` from an hour on. Seconds are rounded up: it reads 0:00 only when nothing is left. */
export function countdownText(ms: number): string {
  const total = Math.ceil(ms / 1_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}

/** What to say when the time left passed a mark between two looks at the clock; null nearly always. */
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

/** What a decline says beside its reason: that the hours are still held, and how long. Null once they are not. */
export function holdStands(ms: number): string | null {
  if (ms <= 0) return null;
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes === 0) return "Your hold stands for less than a minute more.";
  return `Your hold stands for ${counted(minutes, "minute")} more.`;
}
