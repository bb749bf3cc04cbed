/** Checks when a delivery is tried again. */
import { expect, it } from "vitest";
import { MAX_TRIES, nextTry, readRetryAfter } from "./retries.ts";

const NOW = new Date("2027-01-04T15:00:00Z");
const HOUR_MS = 3_600_000;
const pauseMs = (tries: number, random = 0, retryAfterMs: number | null = null) => {
  const at = nextTry(tries, { now: NOW, retryAfterMs, random });
  return at && at.getTime() - NOW.getTime();
};

it("ten tries, over 75 hours and some more", () => {
  const pauses = Array.from({ length: MAX_TRIES }, (_, n) => pauseMs(n + 1));
  expect(pauses).toEqual([
    5_000,
    300_000,
    1_800_000,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
    null,
  ]);
  const total = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0);
  expect(total).toBeGreaterThanOrEqual(75 * HOUR_MS);
});

it("a pause is up to a tenth longer", () => {
  expect(pauseMs(2, 0.5)).toBe(315_000);
  expect(pauseMs(2, 1)).toBe(330_000);
});

it("Retry-After lengthens a pause, up to a day, and never shortens it", () => {
  expect(pauseMs(1, 0, 60_000)).toBe(60_000);
  expect(pauseMs(3, 0, 60_000)).toBe(1_800_000);
  expect(pauseMs(1, 0, 30 * 24 * HOUR_MS)).toBe(24 * HOUR_MS);
  expect(pauseMs(10, 0, 60_000)).toBeNull();
});

it.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Mon, 04 Jan 2027 15:01:00 GMT", 60_000],
  ["Mon, 04 Jan 2027 14:00:00 GMT", 0],
  ["soon", null],
  ["-5", null],
  ["99999999999999999999", 1e23],
  [undefined, null],
])("Retry-After %s is %s ms", (header, ms) => {
  expect(readRetryAfter(header, NOW)).toBe(ms);
});
