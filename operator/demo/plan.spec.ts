/** Shows that the plan of a sample history is repeatable and books only free, open hours. */
import { describe, expect, it } from "vitest";
import { FIRST_SCHEDULE, isOpenFor } from "../../core/venue/time/opening-hours.ts";
import { HOUR_MS, hoursBetween } from "../../core/venue/time/venue-time.ts";
import { hourKey, type PlanContext, type PlannedBooking, planHistory } from "./plan.ts";
import { createRandomChoices } from "./random.ts";

const context: PlanContext = {
  now: new Date("2026-11-21T18:00:00Z"),
  timeZone: "America/New_York",
  rooms: [
    { id: 1, slug: "recording-studio", capacity: 8, engineerAvailable: false },
    { id: 3, slug: "media-production", capacity: 6, engineerAvailable: true },
  ],
  taken: new Set(),
};
const isBooking = (one: { kind: string }): one is PlannedBooking => one.kind === "booking";
const plan = planHistory(createRandomChoices(7), 600, context);
const bookings = plan.filter(isBooking);

describe("the plan of a sample history", () => {
  it("is the same for the same dice, and different for others", () => {
    expect(planHistory(createRandomChoices(7), 600, context)).toEqual(plan);
    expect(planHistory(createRandomChoices(8), 600, context)).not.toEqual(plan);
  });

  it("books only open and free hours, none twice", () => {
    const hours = bookings.flatMap(({ roomId, startsAt, hours: length }) =>
      hoursBetween(startsAt, new Date(startsAt.getTime() + length * HOUR_MS)).map((hour) =>
        hourKey(roomId, hour),
      ),
    );
    expect(new Set(hours).size).toBe(hours.length);
    for (const { startsAt, hours: length } of bookings) {
      const endsAt = new Date(startsAt.getTime() + length * HOUR_MS);
      expect(isOpenFor(FIRST_SCHEDULE, startsAt, endsAt, context.timeZone)).toBe(true);
    }
    const beside = planHistory(createRandomChoices(9), 200, { ...context, taken: new Set(hours) }).filter(
      isBooking,
    );
    const theirs = beside.flatMap(({ roomId, startsAt, hours: length }) =>
      hoursBetween(startsAt, new Date(startsAt.getTime() + length * HOUR_MS)).map((hour) =>
        hourKey(roomId, hour),
      ),
    );
    expect(theirs.filter((key) => hours.includes(key))).toEqual([]);
  });

  it("has nothing after now or before its booking was made", () => {
    for (const { at, startsAt, end } of bookings) {
      expect(at.getTime()).toBeLessThanOrEqual(context.now.getTime());
      expect(at < startsAt).toBe(true);
      if (end.kind !== "cancelled" && end.kind !== "completed") continue;
      expect(end.at > at && end.at <= context.now).toBe(true);
    }
  });

  it("is ordered, and contains every kind of outcome", () => {
    expect(plan.map(({ at }) => at.getTime())).toEqual(
      plan.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
    );
    const ends = new Set(bookings.map(({ end }) => end.kind));
    expect([...ends].sort()).toEqual(["cancelled", "completed", "expires", "held", "stays"]);
    expect(bookings.filter(({ startsAt }) => startsAt > context.now).length).toBeGreaterThan(20);
    expect(plan.length).toBeGreaterThan(bookings.length);
  });
});
