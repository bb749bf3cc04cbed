/** Checks a wish and a place on the waitlist in words. */
import { describe, expect, it } from "vitest";
import type { WaitlistEntry } from "../../../bff/contract/visitor/waitlist.ts";
import { aheadText, roomsText, waitedText, wishText } from "./waitlist-words.ts";

const WISH: WaitlistEntry["wish"] = {
  roomIds: [5],
  roomNames: ["Rehearsal Room"],
  day: "2026-12-12",
  until: "2026-12-12",
  from: "18:00",
  to: "22:00",
  hours: 2,
  attendees: 6,
  bookingDuration: "hourly",
};

describe("wishText", () => {
  it("says day, hours, room and people", () => {
    expect(wishText(WISH)).toBe(
      "Saturday, December 12 · 2 hours between 6 PM and 10 PM · Rehearsal Room · 6 people",
    );
  });
  it("says so if only these hours will do, and leaves out what is not known", () => {
    expect(wishText({ ...WISH, to: "20:00", until: "2026-12-14", attendees: null })).toBe(
      "Sat, Dec 12 to Mon, Dec 14 · 2 hours from 6 PM to 8 PM · Rehearsal Room",
    );
  });
  it("names a half day", () => {
    expect(
      wishText({ ...WISH, from: "09:00", to: "22:00", hours: 4, bookingDuration: "half-day" }),
    ).toContain("Half day, 4 hours between 9 AM and 10 PM");
  });
});

it("names any of several rooms", () => {
  expect(roomsText(["A", "B"])).toBe("A or B");
  expect(roomsText(["A", "B", "C"])).toBe("Any of 3 rooms: A, B, C");
});

it("says how many are ahead", () => {
  expect(aheadText(0)).toBe("You are first in line for these hours.");
  expect(aheadText(1)).toContain("1 person ahead of you waits");
  expect(aheadText(2)).toContain("2 people ahead of you wait");
});

it.each([
  ["2026-12-12T11:59:30Z", "just now"],
  ["2026-12-12T11:01:00Z", "for 59 minutes"],
  ["2026-12-12T11:00:00Z", "for 1 hour"],
  ["2026-12-10T12:01:00Z", "for 47 hours"],
  ["2026-12-09T12:00:00Z", "for 3 days"],
])("says how long an entry from %s has waited: %s", (joinedAt, words) => {
  expect(waitedText(joinedAt, new Date("2026-12-12T12:00:00Z"))).toBe(words);
});
