/** Checks which starts and ends can be typed, on the venue's clock in every visitor zone. */

import { describe, expect, it } from "vitest";
import { fieldTimeOf } from "../../format/field-time.ts";
import { readEnd, readStart } from "./visit-times.ts";

const zone = "America/New_York";
// A Tuesday, 10:30 in the morning at the venue.
const limits = { now: new Date("2026-12-01T15:30:00Z"), lastDay: "2027-12-01", zone };

describe("a start", () => {
  it.each([
    ["2026-12-01T11:00", { day: "2026-12-01", startHour: 11 }],
    ["2026-12-05T21:00", { day: "2026-12-05", startHour: 21 }],
    ["2027-12-01T09:00:00", { day: "2027-12-01", startHour: 9 }],
  ])("%s can be chosen", (text, value) => expect(readStart(text, limits)).toEqual({ ok: true, value }));

  it.each([
    ["", "Choose a day and an hour for the start"],
    ["2026-02-30T10:00", "Choose a day and an hour for the start"],
    ["2026-12-01T10:00", "This start is in the past"],
    ["2026-11-30T15:00", "This start is in the past"],
    ["2026-12-06T15:00", "The venue is closed on Sundays"],
    ["2027-12-02T15:00", "Rooms can be booked up to a year ahead"],
    ["2026-12-02T15:30", "Visits start on the hour"],
    ["2026-12-02T08:00", "Visits start from 9:00 AM to 9:00 PM"],
    ["2026-12-02T22:00", "Visits start from 9:00 AM to 9:00 PM"],
  ])("%s is refused: %s", (text, message) => expect(readStart(text, limits)).toEqual({ ok: false, message }));
});

describe("an end", () => {
  const start = { day: "2026-12-02", startHour: 10 };
  it("gives the number of hours", () => {
    expect(readEnd("2026-12-02T11:00", start, 1)).toEqual({ ok: true, value: 1 });
    expect(readEnd("2026-12-02T22:00", start, 2)).toEqual({ ok: true, value: 12 });
  });
  it.each([
    ["", "Choose a day and an hour for the end"],
    ["2026-12-03T11:00", "A visit ends on the day it starts"],
    ["2026-12-02T11:30", "Visits end on the hour"],
    ["2026-12-02T23:00", "The venue closes at 10:00 PM"],
    ["2026-12-02T10:00", "The end must be after the start"],
    ["2026-12-02T11:00", "A visit lasts at least 2 hours"],
  ])("%s cannot be chosen: %s", (text, message) =>
    expect(readEnd(text, start, 2)).toEqual({ ok: false, message }),
  );
  it("is at most 12 hours after the start", () => {
    const early = { ...start, startHour: 9 };
    expect(readEnd("2026-12-02T22:00", early, 1)).toEqual({
      ok: false,
      message: "A visit lasts at most 12 hours",
    });
  });
});

it("shows an instant on the venue's clock", () => {
  expect(fieldTimeOf(new Date("2026-12-02T01:00:00Z"), zone)).toBe("2026-12-01T20:00");
  expect(fieldTimeOf(new Date("2026-07-02T13:00:00Z"), zone)).toBe("2026-07-02T09:00");
});
