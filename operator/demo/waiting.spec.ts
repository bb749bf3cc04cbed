/** Shows that the plan of the sample's waitlist is repeatable, in order, and the same on every day of a year. */
import { describe, expect, it } from "vitest";
import { addDays, HOUR_MS, hoursBetween, instantAt } from "../../core/venue/time/venue-time.ts";
import { hourKey, type PlanContext } from "./plan.ts";
import { createRandomChoices } from "./random.ts";
import { planWaiting, type WaitedDay } from "./waiting.ts";

const ZONE = "America/New_York";
const context = (now: Date): PlanContext => ({
  now,
  timeZone: ZONE,
  rooms: [
    { id: 1, slug: "recording-studio", capacity: 8, engineerAvailable: true },
    { id: 5, slug: "rehearsal-room", capacity: 10, engineerAvailable: false },
  ],
  taken: new Set(),
});
const planAt = (now: Date): WaitedDay[] => planWaiting(createRandomChoices(23), context(now));
const days = Array.from({ length: 366 }, (_, n) => addDays("2026-06-01", n));
const keys = (roomId: number, startsAt: Date, hours: number): string[] =>
  hoursBetween(startsAt, new Date(startsAt.getTime() + hours * HOUR_MS)).map((hour) => hourKey(roomId, hour));

describe("the plan of the sample's waitlist", () => {
  it("is the same for the same dice", () => {
    const now = new Date("2026-11-29T18:00:00Z");
    expect(planAt(now)).toEqual(planAt(now));
  });

  it.each([5, 12, 23])("has every hour of each wish taken by its visits, on every day at %i:00", (hour) => {
    for (const day of days) {
      const plan = planAt(instantAt(day, hour, ZONE));
      expect([day, plan.length]).toEqual([day, 5]);
      const booked = plan.flatMap(({ visits }) =>
        visits.flatMap(({ roomId, startsAt, hours }) => keys(roomId, startsAt, hours)),
      );
      expect(new Set(booked).size).toBe(booked.length);
      const wished = plan.flatMap(({ entries }) =>
        entries.flatMap(({ roomIds, day: on, from, to }) =>
          roomIds.flatMap((roomId) => keys(roomId, instantAt(on, from, ZONE), to - from)),
        ),
      );
      expect(wished.filter((key) => !booked.includes(key))).toEqual([]);
    }
  });

  it("is in the order of time and has nothing after now; what is offered now can be taken for twelve hours", () => {
    for (const day of days) {
      const now = instantAt(day, 9, ZONE);
      const plan = planAt(now);
      const instants = plan.flatMap(({ visits, entries, freedAt, leftAt }) => [
        ...visits.map(({ at }) => at).filter((at) => at > now),
        ...entries.map(({ at }) => at),
        ...(freedAt ? [freedAt] : []),
        ...(leftAt ? [leftAt] : []),
      ]);
      expect(instants).toEqual(instants.toSorted((a, b) => a.getTime() - b.getTime()));
      expect(instants.every((at) => at <= now)).toBe(true);
      const offered = plan.find(({ freedAt, leftAt }) => freedAt && !leftAt);
      const lead = (offered?.visits[0]?.startsAt.getTime() ?? 0) - now.getTime();
      expect(lead).toBeGreaterThan(72 * HOUR_MS);
    }
  });
});
