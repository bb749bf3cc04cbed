/** Checks at which starts of a day a wish fits, on the days on which the clock changes in a room that is open all night. */
import { describe, expect, it } from "vitest";
import { hoursOn } from "../../calendar/room-hours.ts";
import { takenHours } from "../../calendar/taken-hours.ts";
import { HOUR_MS, venueClockOf } from "../../venue/time/venue-time.ts";
import { fitsOn, type Wish } from "./wish.ts";

const zone = "America/New_York";
const always = { open: "00:00", close: "24:00" };
const opening = [
  {
    from: "1970-01-01",
    openingHours: {
      monday: always,
      tuesday: always,
      wednesday: always,
      thursday: always,
      friday: always,
      saturday: always,
      sunday: always,
    },
  },
];
const now = new Date("2027-01-04T12:00:00Z");

function fits(day: string, { from, to, hours }: Pick<Wish, "from" | "to" | "hours">) {
  const taken = takenHours([], { now, turnaroundHours: 0 });
  const on = hoursOn(day, { taken, opening, zone, now, for: "visitor" });
  const wish: Wish = {
    ...{ roomIds: [4], anyRoom: false, day, until: day, from, to, hours },
    ...{ duration: "hourly", attendees: null, engineerRequired: false },
  };
  return fitsOn(wish, { roomId: 4, day, hours: on, freed: null }, now).map(({ startsAt, endsAt }) => ({
    hour: venueClockOf(startsAt, zone).hour,
    length: (endsAt.getTime() - startsAt.getTime()) / HOUR_MS,
  }));
}

describe("a wish in the night", () => {
  it("fits at each start of a day whose clock does not change", () => {
    expect(fits("2027-03-15", { from: 0, to: 5, hours: 3 })).toEqual([
      { hour: 0, length: 3 },
      { hour: 1, length: 3 },
      { hour: 2, length: 3 },
    ]);
  });

  it.each([
    ["2027-03-14", 1, [0, 1, 3, 4]],
    ["2027-03-14", 2, [0, 3]],
    ["2027-11-07", 1, [0, 1, 2, 3, 4]],
    ["2027-11-07", 2, [0, 2, 3]],
  ])("on %s, %i hours long, has its whole length and begins by the clock at %j", (day, hours, starts) => {
    expect(fits(day, { from: 0, to: 5, hours })).toEqual(starts.map((hour) => ({ hour, length: hours })));
  });
});
