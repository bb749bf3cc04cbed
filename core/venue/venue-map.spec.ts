/** Checks that a map's lines are read, refused with the line's number, and told in words. */
import { describe, expect, it } from "vitest";
import { FIRST_MAP, mapText, mapTrouble, readMap } from "./venue-map.ts";

describe("a map", () => {
  it("begins with the venue; what is long and thin is a street", () => {
    const map = readMap(FIRST_MAP);
    expect(map?.venue.what).toBe("The Hub");
    expect(map?.streets.map(({ what }) => what)).toContain("Bogart Street");
    expect(map?.places.map(({ what }) => what)).toEqual(["Morgan Avenue L", "Freight door"]);
    expect(map && mapText(map)).toBe(
      "Map of the streets around The Hub: Harrison Place, Grattan Street, Thames Street, Bogart Street, Morgan Avenue. Also on it: Morgan Avenue L, Freight door.",
    );
  });

  it.each([
    [[], null],
    [FIRST_MAP, null],
    [["The Hub"], 'Map, line 1: write it like "High Street: 0, 28, 100 x 6"'],
    [["The Hub: 90, 1, 20 x 5"], "Map, line 1: The Hub is outside of the map, or has no size"],
    [["The Hub: 1, 1, 0 x 5"], "Map, line 1: The Hub is outside of the map, or has no size"],
  ])("of %j: %j", (lines, trouble) => expect(mapTrouble(lines)).toBe(trouble));

  it("is none without lines", () => expect(readMap([])).toBeNull());
});
