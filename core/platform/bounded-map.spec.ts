/** Shows how many values a bounded memory keeps. */
import { expect, it } from "vitest";
import { createBoundedMap } from "./bounded-map.ts";

it("remembers at least the newest half, and never more than its limit", () => {
  const kept = createBoundedMap<number, string>(10);
  for (let key = 1; key <= 100; key++) {
    kept.set(key, String(key));
    const remembered = Array.from({ length: key }, (_, n) => n + 1).filter(
      (one) => kept.get(one) !== undefined,
    );
    expect(remembered.length).toBeLessThanOrEqual(10);
    expect(remembered).toEqual(remembered.map((_, n) => key - remembered.length + 1 + n));
    expect(remembered.length).toBeGreaterThanOrEqual(Math.min(key, 5));
  }
});
