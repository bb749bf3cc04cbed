/**
 * Remembers how far this browser has seen the log, so that every later read shows
 * what the browser has written, also in another tab and after a reload.
 */
import { tryStorage } from "../browser/device-storage.ts";

const KEY = "log_position";

/** After this time every read table and every replica in use has caught up. */
const KEPT_FOR_MS = 10 * 60_000;

const POSITION_PATTERN = /^\d+\.\d+\.\d+$/;

/** Kept in memory too, because the browser may refuse to store it. */
let highest: string | null = null;

/** Whether one log position (`epoch.transaction.position`) is before another; each part counts as a number of any size. */
export function isBehind(position: string, other: string): boolean {
  const ours = position.split(".").map(BigInt);
  const theirs = other.split(".").map(BigInt);
  for (const [part, mine] of ours.entries()) {
    const its = theirs[part] ?? 0n;
    if (mine !== its) return mine < its;
  }
  return false;
}

const later = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && isBehind(a, b)) ? b : a;

/** The position that any page of this browser has stored within the last ten minutes. */
function keptPosition(): string | null {
  const [position = "", at = ""] = (tryStorage(() => localStorage.getItem(KEY)) ?? "").split(" ");
  const age = Date.now() - Number(at);
  return POSITION_PATTERN.test(position) && age >= 0 && age < KEPT_FOR_MS ? position : null;
}

/** The highest position seen; null before the first. */
export const highestSeenPosition = (): string | null => later(highest, keptPosition());

/** Remembers the log position of an answer or a live message; later reads wait until their read tables have reached it. */
export function rememberPosition(position: string | null | undefined): void {
  if (!position || !POSITION_PATTERN.test(position)) return;
  const seen = highestSeenPosition();
  highest = later(seen, position);
  if (highest === seen) return;
  // If it cannot be stored, this page still knows the position.
  tryStorage(() => localStorage.setItem(KEY, `${highest} ${Date.now()}`));
}
