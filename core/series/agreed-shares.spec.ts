import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sharesOf } from "./agreed-shares.ts";

describe("the shares of an agreed total", () => {
  it("add up to the total, to the cent, and none is negative", () => {
    const weights = fc.array(fc.nat(500_000), { minLength: 2, maxLength: 52 });
    fc.assert(
      fc.property(fc.nat(9_999_999), weights, (total, parts) => {
        const shares = sharesOf(total, parts);
        expect(shares).toHaveLength(parts.length);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("give what cannot be divided to the first dates", () => {
    expect(sharesOf(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(sharesOf(101, [0, 0])).toEqual([51, 50]);
  });
});
