import { expect, it } from "vitest";
import { FIRST_MAP } from "../../core/venue/venue-map.ts";
import { printMap } from "./map.ts";

it("prints every name once, as text that cannot be markup", () => {
  const svg = printMap([...FIRST_MAP, "Bar <b> & Grill: 60, 20, 8 x 4"]);
  for (const name of ["The Hub", "Bogart Street", "Morgan Avenue L", "Bar &lt;b&gt; &amp; Grill"]) {
    expect(svg.split(`>${name}<`)).toHaveLength(2);
  }
  expect(svg).not.toContain("<b>");
});

it("prints nothing without lines", () => expect(printMap([])).toBe(""));
