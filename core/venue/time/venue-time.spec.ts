/** Shows how instants, venue days and hours are converted, also when the clocks change. */
import { describe, expect, it } from "vitest";
import { FIRST_SCHEDULE, isClosedDay, isOpenFor, slotStarts } from "./opening-hours.ts";
import {
  addDays,
  HOUR_MS,
  hoursBetween,
  instantAt,
  isVenueDay,
  isWholeVenueHour,
  parseVenueTime,
  venueDayOf,
} from "./venue-time.ts";

const NEW_YORK = "America/New_York";

describe("the venue's clock", () => {
  // The Saturdays before and the Mondays after the clocks change, and a day in each season.
  it.each([
    ["2026-01-15", "2026-01-15T14:00:00.000Z"],
    ["2026-03-07", "2026-03-07T14:00:00.000Z"],
    ["2026-03-09", "2026-03-09T13:00:00.000Z"],
    ["2026-10-31", "2026-10-31T13:00:00.000Z"],
    ["2026-11-02", "2026-11-02T14:00:00.000Z"],
  ])("opens %s at %s", (day, opening) => {
    const slots = slotStarts(day, NEW_YORK);
    expect(slots).toHaveLength(13);
    expect(slots[0]?.toISOString()).toBe(opening);
    expect(
      slots.every((slot, i) => i === 0 || slot.getTime() - (slots[i - 1]?.getTime() ?? 0) === HOUR_MS),
    ).toBe(true);
  });

  it("supports a venue whose clocks change on an open day", () => {
    // Cairo's clocks go forward on a Friday at midnight; the day still has thirteen whole hours.
    const slots = slotStarts("2026-04-24", "Africa/Cairo");
    expect(slots[0]?.toISOString()).toBe("2026-04-24T06:00:00.000Z");
    expect(slots).toHaveLength(13);
  });

  it("is closed on Sundays only", () => {
    expect(["2026-12-13", "2026-12-20"].map(isClosedDay)).toEqual([true, true]);
    expect(["2026-12-12", "2026-12-14"].map(isClosedDay)).toEqual([false, false]);
    expect(slotStarts("2026-12-13", NEW_YORK)).toEqual([]);
  });

  it("assigns an instant to the venue's day, not to UTC's", () => {
    expect(venueDayOf(new Date("2026-12-13T03:30:00Z"), NEW_YORK)).toBe("2026-12-12");
    expect(venueDayOf(new Date("2026-12-12T23:30:00Z"), "Asia/Tokyo")).toBe("2026-12-13");
  });

  it("adds days across months and clock changes", () => {
    expect(addDays("2026-10-31", 1)).toBe("2026-11-01");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  });

  it.each([
    ["2026-12-12", true],
    ["2026-02-29", false],
    ["2028-02-29", true],
    ["2026-13-01", false],
    ["12/12/2026", false],
  ])("accepts %s as a day: %s", (text, is) => expect(isVenueDay(text)).toBe(is));
});

describe("times as a request may write them", () => {
  const day = "2026-12-12";
  it.each([
    ["14:00", "2026-12-12T19:00:00.000Z"],
    ["2:00 PM", "2026-12-12T19:00:00.000Z"],
    ["2:00pm", "2026-12-12T19:00:00.000Z"],
    ["12:00 AM", "2026-12-12T05:00:00.000Z"],
    ["12:00 PM", "2026-12-12T17:00:00.000Z"],
    ["9:00", "2026-12-12T14:00:00.000Z"],
    ["2026-12-12T19:00:00Z", "2026-12-12T19:00:00.000Z"],
    ["2026-12-12T14:00:00-05:00", "2026-12-12T19:00:00.000Z"],
    ["2026-12-12T14:00", "2026-12-12T19:00:00.000Z"],
    ["25:00", undefined],
    ["13:00 PM", undefined],
    ["0:30 AM", undefined],
    ["14:61", undefined],
    ["soon", undefined],
    ["2026-99-12T14:00:00Z", undefined],
    ["", undefined],
  ])("reads %j as %j", (text, instant) => {
    expect(parseVenueTime(day, text, NEW_YORK)?.toISOString()).toBe(instant);
  });
});

describe("opening hours", () => {
  const at = (hour: number, minute = 0): Date => instantAt("2026-12-12", hour, NEW_YORK, minute);
  it.each([
    [9, 10, true],
    [21, 22, true],
    [9, 22, true],
    [8, 9, false],
    [21, 23, false],
  ])("%i:00 to %i:00 is bookable: %s", (from, to, is) => {
    expect(isOpenFor(FIRST_SCHEDULE, at(from), at(to), NEW_YORK)).toBe(is);
  });

  it("books whole hours", () => {
    expect(isWholeVenueHour(at(9), NEW_YORK)).toBe(true);
    expect(isWholeVenueHour(at(9, 30), NEW_YORK)).toBe(false);
    expect(isWholeVenueHour(new Date(at(9).getTime() + 1), NEW_YORK)).toBe(false);
    expect(isWholeVenueHour(instantAt("2026-12-12", 9, "Asia/Kolkata"), "Asia/Kolkata")).toBe(true);
  });

  it("covers a span hour by hour", () => {
    expect(hoursBetween(at(9), at(12))).toEqual([at(9), at(10), at(11)]);
  });
});
