/** Checks that a booking is proposed again on its own weekday and hour. */
import { describe, expect, it } from "vitest";
import { againAddress, nextSameWeekday } from "./again-address.ts";
import { bookingAt } from "./own-booking-fixture.ts";

describe("the next same weekday", () => {
  it.each([
    ["a past visit", "2026-12-01", "2026-12-10", "2026-12-15"],
    ["a visit of this weekday, never today", "2026-12-01", "2026-12-08", "2026-12-15"],
    ["a visit that is still ahead", "2026-12-22", "2026-12-08", "2026-12-29"],
  ])("after %s", (_, visit, today, next) => expect(nextSameWeekday(visit, today)).toBe(next));
});

it("carries hour, length, people and event type", () => {
  const booking = { ...bookingAt(1, "2026-12-03T23:00:00Z"), attendees: 4, hourCount: 3 };
  const { pathname, searchParams } = new URL(
    againAddress(booking, new Date("2026-12-05T12:00:00Z")),
    "https://hub.test",
  );
  expect(pathname).toBe("/room/classroom");
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ day: "2026-12-10", start: "18", duration: "hourly", hours: "3", people: "4", for: "Rehearsal" },
    again: "2026-12-10",
  });
});

it("leaves out what the booking has not said", () => {
  const booking = { ...bookingAt(1, "2026-12-03T23:00:00Z"), eventType: "Puppet show" };
  const address = againAddress(booking, new Date("2026-12-05T12:00:00Z"));
  expect(address).not.toMatch(/people|for=/);
});
