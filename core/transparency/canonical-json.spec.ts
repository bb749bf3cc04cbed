/** Shows that JSON is written in RFC 8785's canonical form. */
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json } from "./canonical-json.ts";

describe("canonical JSON", () => {
  it("matches RFC 8785's own examples", () => {
    const sample: Json = {
      // biome-ignore lint/correctness/noPrecisionLoss: the RFC's own example
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const names: Json = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    expect(Object.values(JSON.parse(canonicalJson(names)) as Record<string, string>).toSorted()).toEqual(
      Object.values(names).toSorted(),
    );
    expect([...canonicalJson(names).matchAll(/:"([^"]+)"/g)].map(([, value]) => value)).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it.each<[Json, string]>([
    [-0, "0"],
    [5e-324, "5e-324"],
    [1.7976931348623157e308, "1.7976931348623157e+308"],
    [295147905179352830000, "295147905179352830000"],
    [1e21, "1e+21"],
    [0.000001, "0.000001"],
    [{ b: [], a: { d: 1, c: {} } }, '{"a":{"c":{},"d":1},"b":[]}'],
    ["\\ud800 spelled out", '"\\\\ud800 spelled out"'],
  ])("of %o is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("does not exist for values that are not JSON", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "\ud800", { "\udead": 1 }]) {
      expect(() => canonicalJson(value)).toThrow("no canonical form");
    }
  });
});
