/** Checks that posters are small, complete and the same each time they are printed. */
import { describe, expect, it } from "vitest";
import { PRESSED_ROOMS } from "./motifs.ts";
import { posterPath, printPoster, VARIANTS } from "./poster.ts";

const prints = PRESSED_ROOMS.flatMap((slug) => VARIANTS.map((variant) => ({ slug, variant })));

describe("a printed poster", () => {
  it.each(prints)(
    "of $slug, view $variant, is one small SVG that needs nothing else",
    ({ slug, variant }) => {
      const svg = printPoster(slug, variant);
      expect(svg.length).toBeLessThan(6_000);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/s);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href=/);
    },
  );

  it("is the same each time it is printed", () => {
    expect(printPoster("auditorium", 3)).toBe(printPoster("auditorium", 3));
  });

  it("differs between rooms and between views", () => {
    expect(new Set(prints.map(({ slug, variant }) => printPoster(slug, variant))).size).toBe(prints.length);
  });

  it("has no animation for visitors who prefer reduced motion", () => {
    expect(printPoster("classroom", 1)).toContain(
      "@media(prefers-reduced-motion:no-preference){.b{animation",
    );
  });

  it("has the path that the rooms' records give for their pictures", () => {
    expect(VARIANTS.map((variant) => posterPath("classroom", variant))).toEqual([
      "rooms/classroom.svg",
      "rooms/classroom-2.svg",
      "rooms/classroom-3.svg",
      "rooms/classroom-4.svg",
    ]);
  });
});
