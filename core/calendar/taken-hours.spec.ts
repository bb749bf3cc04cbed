/** Checks which holds still keep their hours. */
import { describe, expect, it } from "vitest";
import { withoutOverdueHolds } from "./taken-hours.ts";

const at = (hour: number): Date => new Date(Date.UTC(2026, 11, 12, hour));
const hold = (from: number, to: number, heldUntil: Date | null) => ({
  startsAt: at(from),
  endsAt: at(to),
  heldUntil,
});

describe("holds past their deadline", () => {
  it("are left out", () => {
    const [paid, runs, lapsed] = [hold(9, 10, null), hold(10, 11, at(14)), hold(11, 12, at(13))];
    expect(withoutOverdueHolds([paid, runs, lapsed], at(13))).toEqual([paid, runs]);
  });

  it("keep their hours if the booking cannot be read", () => {
    const held = { ...hold(10, 11, at(13)), unreadable: true as const };
    expect(withoutOverdueHolds([held], new Date(at(13).getTime() - 1))).toEqual([held]);
    expect(withoutOverdueHolds([held], at(13))).toEqual([{ ...held, heldUntil: null }]);
  });
});
