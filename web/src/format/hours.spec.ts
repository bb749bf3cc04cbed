import { describe, expect, it } from "vitest";
import { hourName, hourRanges } from "./hours.ts";

describe("venue-local hours", () => {
  it.each([
    [0, "12 AM"],
    [9, "9 AM"],
    [12, "12 PM"],
    [22, "10 PM"],
    [24, "12 AM"],
  ])("%i is %s", (hour, name) => expect(hourName(hour)).toBe(name));

  it.each([
    [[], ""],
    [[21], "9 PM – 10 PM"],
    [[9, 10, 11, 16, 17], "9 AM – 12 PM, 4 PM – 6 PM"],
  ])("%j are %j", (hours, words) => expect(hourRanges(hours)).toBe(words));
});
