/** Checks the short form of venue-local hours. */
import { describe, expect, it } from "vitest";
import { hourName, hourRanges } from "./hours.ts";

describe("venue-local hours", () => {
  it.each([
    [0, "12 AM"],
    [9, "9 AM"],
    [12, "12 PM"],
    [22, "10 PM"],
    [24, "12 AM"],
  ])("hour %i is written %s", (hour, name) => expect(hourName(hour)).toBe(name));

  it.each([
    [[], ""],
    [[21], "9 PM – 10 PM"],
    [[9, 10, 11, 16, 17], "9 AM – 12 PM, 4 PM – 6 PM"],
  ])("hours %j are written %j", (hours, words) => expect(hourRanges(hours)).toBe(words));
});
