/** Shows that cached offsets of time zones equal computed ones. */
import { TZDate } from "@date-fns/tz";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortOrLong } from "../../testing/test-length.ts";
import { addDays, instantAt, type VenueDay, venueClockOf, venueDayOf } from "./venue-time.ts";
import { DAY_MS, steadyOffset } from "./zone-offset.ts";

const ZONES = Intl.supportedValuesOf("timeZone");
const NEW_YORK = "America/New_York";

const pad = (n: number, width = 2): string => String(n).padStart(width, "0");

/** The same three answers as TZDate gives them, without a cache. */
const asked = {
  day(instant: Date, zone: string): VenueDay {
    const local = new TZDate(instant.getTime(), zone);
    return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
  },
  clock(instant: Date, zone: string) {
    const local = new TZDate(instant.getTime(), zone);
    return { hour: local.getHours(), minute: local.getMinutes() };
  },
  instant(day: VenueDay, hour: number, zone: string, minute: number): number {
    const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
    return new TZDate(year, month - 1, date, hour, minute, zone).getTime();
  },
};

/** The UTC days around which a zone changes its clock in a year. */
function daysOfChange(zone: string, year: number): VenueDay[] {
  const first = Date.UTC(year, 0, 1) / DAY_MS;
  return Array.from({ length: 365 }, (_, n) => first + n)
    .filter((day) => steadyOffset(day, zone) === null)
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}

const zone = fc.constantFrom(...ZONES);
const time = fc.record({ hour: fc.integer({ min: 0, max: 24 }), minute: fc.integer({ min: 0, max: 59 }) });

describe("the cached offset of a zone equals a fresh evaluation", () => {
  it("for any instant since 1970, in any zone", () => {
    fc.assert(
      fc.property(
        zone,
        fc.date({ min: new Date("1970-01-03"), max: new Date("2100-01-01"), noInvalidDate: true }),
        (name, instant) => {
          expect(venueDayOf(instant, name)).toBe(asked.day(instant, name));
          expect(venueClockOf(instant, name)).toEqual(asked.clock(instant, name));
        },
      ),
      { numRuns: shortOrLong(1_000, 10_000) },
    );
  });

  it("for any time of any day since 1972, in any zone", () => {
    const day = fc
      .date({ min: new Date("1972-02-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(zone, day, time, (name, on, { hour, minute }) => {
        expect(instantAt(on, hour, name, minute).getTime()).toBe(asked.instant(on, hour, name, minute));
      }),
      { numRuns: shortOrLong(1_000, 10_000) },
    );
  });

  it.each([
    NEW_YORK,
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/St_Johns",
    "Asia/Gaza",
    "Asia/Tehran",
    "Australia/Lord_Howe",
    "Europe/Dublin",
    "Pacific/Apia",
    "Pacific/Chatham",
  ])("for each quarter of an hour around the clock changes in %s", (name) => {
    for (const year of [2011, 2026]) {
      for (const around of daysOfChange(name, year)) {
        for (const on of [addDays(around, -2), around, addDays(around, 2)]) {
          for (let quarter = 0; quarter < 96; quarter++) {
            const [hour, minute] = [Math.floor(quarter / 4), (quarter % 4) * 15];
            const instant = new Date(Date.parse(on) + quarter * 900_000);
            expect(instantAt(on, hour, name, minute).getTime()).toBe(asked.instant(on, hour, name, minute));
            expect(venueDayOf(instant, name)).toBe(asked.day(instant, name));
            expect(venueClockOf(instant, name)).toEqual(asked.clock(instant, name));
          }
        }
      }
    }
  });
});

it("has no steady offset on the days around a clock change, and one on all others", () => {
  expect(daysOfChange(NEW_YORK, 2026)).toEqual([
    "2026-03-07",
    "2026-03-08",
    "2026-03-09",
    "2026-10-31",
    "2026-11-01",
    "2026-11-02",
  ]);
  expect(daysOfChange("Asia/Tokyo", 2026)).toEqual([]);
});

it("has none for an unknown zone or an invalid day", () => {
  expect(steadyOffset(20_000, "Mars/Olympus")).toBeNull();
  expect(steadyOffset(Number.NaN, NEW_YORK)).toBeNull();
});

it("answers the same after the cache was emptied", () => {
  const before = steadyOffset(20_000, NEW_YORK);
  for (let day = 0; day < 2_000; day++) steadyOffset(day, NEW_YORK);
  expect(steadyOffset(20_000, NEW_YORK)).toBe(before);
});
