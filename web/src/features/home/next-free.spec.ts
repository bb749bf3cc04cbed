/** Checks the text of a poster's stamp, and the next free hour that most rooms share. */
import { describe, expect, it } from "vitest";
import { commonNextFree, formatNextFree } from "./next-free.ts";

const NEW_YORK = "America/New_York";

describe("the stamp on a poster", () => {
  it.each([
    ["later today", "2026-12-11T20:00:00Z", "2026-12-11T14:00:00Z", "Today", "3:00 PM EST"],
    [
      "today at the venue, already tomorrow in UTC",
      "2026-12-12T02:00:00Z",
      "2026-12-11T23:00:00Z",
      "Today",
      "9:00 PM EST",
    ],
    ["tomorrow", "2026-12-12T14:00:00Z", "2026-12-11T23:00:00Z", "Tomorrow", "9:00 AM EST"],
    ["on a later day", "2026-12-14T14:00:00Z", "2026-12-11T23:00:00Z", "Mon, Dec 14", "9:00 AM EST"],
    ["in summer time", "2026-07-06T13:00:00Z", "2026-07-04T13:00:00Z", "Mon, Jul 6", "9:00 AM EDT"],
    ["a date in the next year", "2027-12-10T14:00:00Z", "2026-12-11T14:00:00Z", "Fri, Dec 10", "9:00 AM EST"],
  ])("says %s in venue time", (_, free, now, day, time) => {
    expect(formatNextFree(free, NEW_YORK, new Date(now))).toEqual({ day, time });
  });

  it("names the zone of a venue in another place", () => {
    const words = formatNextFree("2026-12-11T09:00:00Z", "Europe/Berlin", new Date("2026-12-11T08:00:00Z"));
    expect(words).toEqual({ day: "Today", time: "10:00 AM GMT+1" });
  });
});

describe("the hour that most rooms share", () => {
  const rooms = (...hours: (string | null)[]) => hours.map((nextFreeAt) => ({ nextFreeAt }));

  it.each([
    ["the most frequent", rooms("a", "b", "b", null), "b"],
    ["null if all differ", rooms("a", "b", null, null), null],
    ["null if there are no rooms", rooms(), null],
  ])("is %s", (_case, given, expected) => expect(commonNextFree(given)).toBe(expected));
});
