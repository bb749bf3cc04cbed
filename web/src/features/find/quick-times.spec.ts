/** Checks which presets the finder offers at which time of the week. */
import { describe, expect, it } from "vitest";
import { quickTimes } from "./quick-times.ts";

const ZONE = "America/New_York";
const OPEN = {
  isClosed: (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() === 0 || day === "2026-12-26",
  hoursOf: () => ({ open: 9, close: 22 }),
};
const at = (instant: string) => quickTimes(new Date(instant), ZONE, OPEN);

describe("the presets of the finder", () => {
  it("are tonight, the coming Friday evening and the coming Saturday", () => {
    // A Wednesday, 3 PM at the venue.
    expect(at("2026-12-09T20:00:00Z")).toEqual([
      { label: "Tonight", day: "2026-12-09", startHour: 18 },
      { label: "Friday evening", day: "2026-12-11", startHour: 18 },
      { label: "Saturday", day: "2026-12-12", startHour: 12 },
    ]);
  });
  it("begin at the next whole hour of an evening that runs, and leave out one that is over", () => {
    expect(at("2026-12-10T00:30:00Z")[0]).toEqual({ label: "Tonight", day: "2026-12-09", startHour: 20 });
    expect(at("2026-12-10T02:30:00Z").map(({ label }) => label)).toEqual(["Friday evening", "Saturday"]);
  });
  it("offer no evening of a closed day, and the next open Saturday", () => {
    // A Sunday.
    expect(at("2026-12-13T17:00:00Z").map(({ day }) => day)).toEqual(["2026-12-18", "2026-12-19"]);
    expect(at("2026-12-21T17:00:00Z").find(({ label }) => label === "Saturday")?.day).toBe("2027-01-02");
  });
  it("mean the coming week on a Friday and on a Saturday", () => {
    expect(at("2026-12-11T17:00:00Z").map(({ day }) => day)).toEqual([
      "2026-12-11",
      "2026-12-18",
      "2026-12-12",
    ]);
  });
});
