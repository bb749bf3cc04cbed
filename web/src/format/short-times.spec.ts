/** Checks the short form of visits and deadlines. */
import { describe, expect, it } from "vitest";
import { shortInstant, shortVisit } from "./short-times.ts";

const ZONE = "America/New_York";
const NOW = new Date("2026-12-01T15:00:00Z"); // Tuesday, 10 AM at the venue
const visit = (from: string, to: string) => shortVisit(new Date(from), new Date(to), ZONE, NOW);

describe("shortVisit", () => {
  it("has the weekday alone within the week, and AM or PM once if both ends share it", () => {
    expect(visit("2026-12-07T23:00:00Z", "2026-12-08T02:00:00Z")).toBe("Mon 6–9 PM");
    expect(visit("2026-12-02T16:00:00Z", "2026-12-02T18:00:00Z")).toBe("Wed 11 AM–1 PM");
  });

  it("has the date from a week ahead on, where the weekday would be ambiguous", () => {
    expect(visit("2026-12-08T23:00:00Z", "2026-12-09T02:00:00Z")).toBe("Tue, Dec 8, 6–9 PM");
    expect(visit("2026-11-30T23:00:00Z", "2026-12-01T02:00:00Z")).toBe("Mon, Nov 30, 6–9 PM");
  });
});

it("writes a deadline in the same form, with minutes if it has some", () => {
  expect(shortInstant(new Date("2026-12-07T23:00:00Z"), ZONE, NOW)).toBe("Mon 6 PM");
  expect(shortInstant(new Date("2026-12-20T23:30:00Z"), ZONE, NOW)).toBe("Sun, Dec 20, 6:30 PM");
});
