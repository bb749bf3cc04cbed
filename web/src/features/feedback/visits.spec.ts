/** Checks which bookings feedback can be left for. */
import { describe, expect, it } from "vitest";
import { isEligible } from "./visits.ts";

const NOW = new Date("2026-12-12T15:00:00.000Z");
const DAY_MS = 24 * 3_600_000;
const ended = (ago: number) => new Date(NOW.getTime() - ago).toISOString();

describe("feedback eligibility", () => {
  it.each([
    ["completed, ended just now", "completed", 0, "open", true],
    ["completed before its end", "completed", -DAY_MS, "open", true],
    ["confirmed and over", "confirmed", 1, "open", true],
    ["confirmed, over at this moment", "confirmed", 0, "open", true],
    ["confirmed and upcoming", "confirmed", -1, "none", false],
    ["completed, ended just under 30 days ago", "completed", 30 * DAY_MS - 1, "open", true],
    ["completed, ended 30 days ago", "completed", 30 * DAY_MS, "none", false],
    ["cancelled and over", "cancelled", DAY_MS, "none", false],
    ["already reviewed", "completed", DAY_MS, "left", false],
  ] as const)("for a booking that is %s", (_, status, ago, feedback, eligible) => {
    expect(isEligible({ status, endTime: ended(ago), feedback }, NOW)).toBe(eligible);
  });
});
