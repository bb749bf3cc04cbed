/** Checks the hours that a room keeps free around its visits. */
import { describe, expect, it } from "vitest";
import { turnaroundReach, turnaroundsOf } from "./turnaround.ts";

const at = (hour: number): Date => new Date(Date.UTC(2027, 1, 2, hour));

describe("a room's turnaround", () => {
  it("is before and after each visit, ends with its hold, and is absent beside closed hours", () => {
    const visit = { roomId: 2, startsAt: at(12), endsAt: at(14), heldUntil: at(9) };
    const closed = { ...visit, startsAt: at(18), endsAt: at(20), blocked: { reason: null } };
    const gap = { roomId: 2, heldUntil: at(9), turnaround: true };
    expect(turnaroundsOf([visit, closed], 2)).toEqual([
      { ...gap, startsAt: at(10), endsAt: at(12) },
      { ...gap, startsAt: at(14), endsAt: at(16) },
    ]);
  });

  it("is absent in a room without one", () => {
    expect(turnaroundsOf([{ startsAt: at(12), endsAt: at(14) }], 0)).toEqual([]);
  });

  it("has the reach of the longest one", () => {
    expect(turnaroundReach([])).toBe(0);
    expect(turnaroundReach([{ turnaroundHours: 1 }, { turnaroundHours: 3 }])).toBe(3 * 3_600_000);
  });
});
