/** Decides when a delivery is tried again (decision 302): ten tries over 75 hours. Pure. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed try the next one comes. */
const PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

export const MAX_TRIES = PAUSES_MS.length + 1;

/** A pause is up to a tenth longer, so that the deliveries of an outage do not come back all at once. */
const JITTER = 0.1;

const LONGEST_MS = 24 * HOUR;

/**
 * When to try again after the `tries`th try has failed; null after the last one. `retryAfterMs`: what the receiver asked for, kept if it is
 * longer, up to a day. `random`: from 0 to 1.
 */
export function nextTry(
  tries: number,
  { now, retryAfterMs, random }: { now: Date; retryAfterMs: number | null; random: number },
): Date | null {
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return null;
  const own = pause * (1 + JITTER * random);
  return new Date(now.getTime() + Math.max(own, Math.min(retryAfterMs ?? 0, LONGEST_MS)));
}

/** A `Retry-After` header as milliseconds from `now`: seconds, or an HTTP date; null if there is none that can be read. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) || !text.endsWith(" GMT") ? null : Math.max(0, at - now.getTime());
}
