/** Checks how long an offer can be taken, by its lead time, the quiet hours and a change of the clock. */
import { describe, expect, it } from "vitest";
import { instantAt } from "../../venue/time/venue-time.ts";
import { offerWindow } from "./offer-window.ts";

const timeZone = "America/New_York";
const hours = (n: number): number => n * 3_600_000;
const at = (day: string, hour: number, minute = 0): Date => instantAt(day, hour, timeZone, minute);
const noon = at("2026-12-01", 12);
const minutesOf = (leadHours: number, now = noon): number => {
  const { from, until } = offerWindow(new Date(now.getTime() + hours(leadHours)), { now, timeZone });
  return (until.getTime() - from.getTime()) / 60_000;
};

describe("offerWindow", () => {
  it("is shorter the nearer the visit is", () => {
    expect([72.1, 72, 24.1, 24, 1].map((lead) => minutesOf(lead))).toEqual([720, 120, 120, 20, 20]);
  });

  it.each([
    ["2026-12-01", 22, "2026-12-02"],
    ["2026-12-01", 23, "2026-12-02"],
    ["2026-12-02", 0, "2026-12-02"],
    ["2026-12-02", 7, "2026-12-02"],
  ])("starts at 8:00 if it is made on %s at %i:00", (day, hour, next) => {
    const now = at(day, hour);
    const { from, until } = offerWindow(new Date(now.getTime() + hours(100)), { now, timeZone });
    expect(from).toEqual(at(next, 8));
    expect(until).toEqual(at(next, 20));
  });

  it("starts at once at 8:00 and until 22:00, and at night if the visit is within a day", () => {
    for (const now of [at("2026-12-01", 8), at("2026-12-01", 21, 59)]) {
      expect(offerWindow(new Date(now.getTime() + hours(100)), { now, timeZone }).from).toEqual(now);
    }
    const night = at("2026-12-01", 23);
    expect(offerWindow(new Date(night.getTime() + hours(24)), { now: night, timeZone }).from).toEqual(night);
  });

  it("starts at 8:00 by the venue's clock on the day on which the clock changes", () => {
    const now = at("2027-03-13", 23);
    const { from } = offerWindow(at("2027-03-20", 10), { now, timeZone });
    expect(from).toEqual(new Date("2027-03-14T12:00:00Z"));
  });
});
