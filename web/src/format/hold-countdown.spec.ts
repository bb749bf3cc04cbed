/** Checks the text of the countdown, and that it announces five minutes and one minute and nothing else. */
import { describe, expect, it } from "vitest";
import { announcement, countdownText, remainingMs, stillHeldText } from "./hold-countdown.ts";

describe("countdownText", () => {
  it.each([
    [30 * 60_000, "30:00"],
    [29 * 60_000 + 58_001, "29:59"],
    [60_000, "1:00"],
    [999, "0:01"],
    [0, "0:00"],
    [65 * 60_000, "1:05:00"],
  ])("%i ms is shown as %s", (ms, text) => {
    expect(countdownText(ms)).toBe(text);
  });
});

describe("remainingMs", () => {
  it("ends at zero", () => {
    const until = "2026-12-12T15:00:00.000Z";
    expect(remainingMs(until, Date.parse("2026-12-12T14:59:30.000Z"))).toBe(30_000);
    expect(remainingMs(until, Date.parse("2026-12-12T15:30:00.000Z"))).toBe(0);
  });
});

describe("announcement", () => {
  it("is made twice in a whole hold, second by second", () => {
    const spoken: string[] = [];
    for (let left = 30 * 60_000; left >= 0; left -= 1_000) {
      const words = announcement(left + 1_000, left);
      if (words) spoken.push(`${countdownText(left)} ${words}`);
    }
    expect(spoken).toEqual([
      "5:00 5 minutes left to pay before your time slot is released.",
      "1:00 One minute left to pay before your time slot is released.",
    ]);
  });

  it("is the right one after a sleep, and absent once the hold is over", () => {
    expect(announcement(20 * 60_000, 30_000)).toContain("One minute");
    expect(announcement(20 * 60_000, 0)).toBeNull();
    expect(announcement(4 * 60_000, 3 * 60_000)).toBeNull();
  });
});

describe("stillHeldText", () => {
  it("gives the whole minutes that are left, rounded down", () => {
    expect(stillHeldText(24 * 60_000 + 59_000)).toBe("Your hours are held for 24 minutes more.");
    expect(stillHeldText(60_000)).toBe("Your hours are held for 1 minute more.");
    expect(stillHeldText(59_000)).toBe("Your hours are held for less than a minute more.");
    expect(stillHeldText(0)).toBeNull();
  });
});
