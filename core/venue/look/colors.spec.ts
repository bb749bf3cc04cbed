/** Checks that a venue's colors can be read in both themes. */
import { describe, expect, it } from "vitest";
import { colorProperties, colorTrouble, FIRST_COLORS } from "./colors.ts";
import { contrastOf } from "./contrast.ts";

describe("a color", () => {
  it("has the contrast that WCAG computes", () => {
    expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  });

  it("is refused below 4.5, with the nearest shade that can be used", () => {
    const trouble = colorTrouble("action", "#ff9d5c") ?? "";
    expect(trouble).toMatch(/^#ff9d5c has a contrast of 1\.\d on the light ground; it needs 4\.5\./);
    const [, nearest = ""] = /(#[0-9a-f]{6}) is the nearest/.exec(trouble) ?? [];
    expect(colorTrouble("action", nearest)).toBeNull();
    expect(colorTrouble("poster", "#14151f")).toMatch(/under dark text/);
  });

  it("is accepted as the first venue has it, and the first colors need no style", () => {
    expect([
      colorTrouble("action", FIRST_COLORS.action),
      colorTrouble("poster", FIRST_COLORS.poster),
    ]).toEqual([null, null]);
    expect(colorProperties(FIRST_COLORS)).toEqual({});
  });

  it.each(["#8a1c4a", "#000000", "#00695c", "#5b2a86", "#7a4b00"])(
    "%s gets a dark shade that can be read on the dark ground, and carries dark text",
    (action) => {
      const { "--color-action": value = "" } = colorProperties({ ...FIRST_COLORS, action });
      const [, light = "", dark = ""] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
      expect(light).toBe(action);
      expect(contrastOf(dark, "#101118")).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf("#ffffff", light)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
