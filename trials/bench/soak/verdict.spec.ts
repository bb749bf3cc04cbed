/** Shows when a soak passes and when it fails. */
import { describe, expect, it } from "vitest";
import { type Course, failuresOf, growthOf, verdictOf } from "./verdict.ts";
import type { TableSize } from "./watch.ts";

const flat = (
  resident: (n: number) => number,
  files: (n: number) => number = () => 40,
  { processor = (n: number) => n * 20, yardstick = (_n: number): number => 30 } = {},
): Course["samples"] =>
  Array.from({ length: 90 }, (_, n) => ({
    seconds: n * 20,
    processor: processor(n),
    yardstick: yardstick(n),
    figures: { "BFF: resident, MB": resident(n), "BFF: open files": files(n) },
  }));

const minutes = (p99: (n: number) => number, failed = 0): Course["minutes"] =>
  Array.from({ length: 30 }, (_, n) => {
    const none = { calls: 6_000, failed: {}, p50: 2, p99: p99(n) };
    return n < failed ? { ...none, failed: { "503": 1 } } : none;
  });

const tables = (rows: Record<string, [number, number]>): Course["tables"] => {
  const at = (place: 0 | 1) =>
    new Map(
      Object.entries(rows).map(([name, both]): [string, TableSize] => [
        name,
        { rows: both[place], bytes: 1 },
      ]),
    );
  return { before: at(0), after: at(1) };
};

const GOOD: Course = {
  samples: flat(() => 200),
  minutes: minutes(() => 20),
  tables: tables({ events: [10_000, 15_000], room_hours: [2_000, 2_100] }),
};

describe("the verdict on a soak", () => {
  it("passes if only the log grows", () => {
    expect(verdictOf(GOOD).holds).toBe(true);
  });

  it("fails if memory grows by more than a tenth from the second third to the last", () => {
    const verdict = verdictOf({ ...GOOD, samples: flat((n) => 200 + n) });
    expect(verdict.holds).toBe(false);
    expect(verdict.figures).toContainEqual({
      what: "BFF: resident, MB",
      before: 244.5,
      after: 274.5,
      holds: false,
    });
  });

  it("passes if memory rises at first and a few handles come and go", () => {
    const warming = flat(
      (n) => Math.min(200, 100 + n * 4),
      (n) => 40 + (n > 60 ? 8 : 0),
    );
    expect(verdictOf({ ...GOOD, samples: warming }).holds).toBe(true);
  });

  it("fails if handles or connections grow", () => {
    expect(
      verdictOf({
        ...GOOD,
        samples: flat(
          () => 200,
          (n) => 40 + n,
        ),
      }).holds,
    ).toBe(false);
  });

  it("fails if each call takes more work, unless the machine itself has become slow", () => {
    const twice = (n: number) => (n <= 60 ? n * 20 : 1_200 + (n - 60) * 40);
    const more = flat(() => 200, undefined, { processor: twice });
    expect(verdictOf({ ...GOOD, samples: more })).toMatchObject({ holds: false, work: { holds: false } });
    const slow = flat(() => 200, undefined, { processor: twice, yardstick: (n) => (n < 60 ? 30 : 60) });
    expect(verdictOf({ ...GOOD, samples: slow })).toMatchObject({ holds: true, yardsticks: [30, 30, 60] });
  });

  it("fails if a table grows that must not", () => {
    const course = { ...GOOD, tables: tables({ sessions: [1_000, 3_000] }) };
    expect(verdictOf(course)).toMatchObject({ holds: false, tables: [{ grows: "not", holds: false }] });
  });

  it("fails if answers become slower, or if one call fails", () => {
    expect(verdictOf({ ...GOOD, minutes: minutes((n) => 20 + n) }).holds).toBe(false);
    const failed = { ...GOOD, minutes: minutes(() => 20, 2) };
    expect(verdictOf(failed)).toMatchObject({ failed: { "503": 2 }, holds: false });
  });
});

describe("a failed call", () => {
  it("has no answer, an answer 5xx or an answer 429", () => {
    expect(failuresOf([200, 503, 404, 409, 0, 429, 503, 304])).toEqual({
      "503": 2,
      "429": 1,
      "no answer": 1,
    });
  });
});

describe("what may grow", () => {
  it("is the log and the tables that follow from it, jobs until the visits, and counts of a day for that day", () => {
    const names = [
      "events",
      "bookings",
      "analytics_days",
      "rate_limits",
      "graphile_worker._private_jobs",
      "sessions",
      "room_hours",
      "workers",
    ];
    const log = "with the log";
    expect(names.map(growthOf)).toEqual([
      log,
      log,
      log,
      "for a day",
      "until the visits",
      "not",
      "not",
      "not",
    ]);
  });
});
