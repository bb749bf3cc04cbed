/** Checks the texts for days, times and zones, across zones and clock changes. */
import { describe, expect, it } from "vitest";
import {
  clocksDiffer,
  clockTime,
  dayAndTime,
  dayName,
  monthName,
  timeRange,
  zoneName,
} from "./time-format.ts";

const NEW_YORK = "America/New_York";

describe("time words", () => {
  it("names days and months", () => {
    expect(dayName("2026-12-12")).toBe("Saturday, December 12");
    expect(dayName("2027-01-02", 2026)).toBe("Saturday, January 2, 2027");
    expect(dayName("2026-03-01", 2026)).toBe("Sunday, March 1");
    expect(monthName("2026-12")).toBe("December 2026");
  });

  it.each([
    ["2026-12-12T14:00:00Z", "9:00 AM"],
    ["2026-12-12T17:00:00Z", "12:00 PM"],
    ["2026-12-13T03:00:00Z", "10:00 PM"],
    ["2026-12-12T05:00:00Z", "12:00 AM"],
    ["2026-07-11T13:30:00Z", "9:30 AM"],
  ])("%s is %s in New York", (instant, clock) => {
    expect(clockTime(new Date(instant), NEW_YORK)).toBe(clock);
  });

  it("writes a range of times with plain spaces, so that it can be searched and read aloud", () => {
    const [from, to] = [new Date("2026-12-12T19:00:00Z"), new Date("2026-12-12T21:00:00Z")];
    expect(timeRange(from, to, NEW_YORK)).toBe("2:00 PM – 4:00 PM");
    expect(dayAndTime(from, to, NEW_YORK)).toBe("Saturday, December 12, 2:00 PM – 4:00 PM");
  });

  it("names the zone by its name at that time of year", () => {
    expect(zoneName(NEW_YORK, new Date("2026-12-12T19:00:00Z"))).toBe("New York time (EST)");
    expect(zoneName(NEW_YORK, new Date("2026-07-12T19:00:00Z"))).toBe("New York time (EDT)");
    expect(zoneName("UTC", new Date("2026-07-12T19:00:00Z"))).toBe("UTC time");
  });

  it("compares zones by what their clocks show", () => {
    const at = new Date("2026-12-12T19:00:00Z");
    expect(clocksDiffer(at, NEW_YORK, "America/Toronto")).toBe(false);
    expect(clocksDiffer(at, NEW_YORK, "America/Chicago")).toBe(true);
    expect(clocksDiffer(at, "Asia/Kolkata", "Asia/Kathmandu")).toBe(true);
  });
});
