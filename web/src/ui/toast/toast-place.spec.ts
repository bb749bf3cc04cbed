/** Checks that a toast is at the bottom unless it would cover more there than at the top. */
import { expect, it } from "vitest";
import { betterPlace } from "./toast-place.ts";

const PLACES = {
  top: { left: 0, right: 390, top: 64, bottom: 170 },
  bottom: { left: 0, right: 390, top: 738, bottom: 844 },
};
const at = (top: number, weight = 1) => ({ left: 16, right: 374, top, bottom: top + 48, weight });

it("is at the bottom if it covers nothing there, or as much at the top", () => {
  expect(betterPlace(PLACES, [])).toBe("bottom");
  expect(betterPlace(PLACES, [at(400)])).toBe("bottom");
  expect(betterPlace(PLACES, [at(80), at(760)])).toBe("bottom");
});

it("does not cover the control that is needed next, whatever else it then covers", () => {
  expect(betterPlace(PLACES, [at(760)])).toBe("top");
  expect(betterPlace(PLACES, [at(80), at(120), at(760, 100)])).toBe("top");
  expect(betterPlace(PLACES, [at(80, 100), at(760), at(790)])).toBe("bottom");
});
