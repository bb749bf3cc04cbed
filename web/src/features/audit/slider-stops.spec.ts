/** Checks where a time slider stops, and which stop applies at an instant. */
import { describe, expect, it } from "vitest";
import { stopAt, stopsOf } from "./slider-stops.ts";

const CHANGES = [
  { at: "2026-12-01T15:00:00.000Z", text: "Requested" },
  { at: "2026-12-01T15:04:00.500Z", text: "Downpayment received" },
  { at: "2026-12-01T15:04:00.500Z", text: "Confirmed" },
];

describe("a time slider", () => {
  const stops = stopsOf(CHANGES, "Before it was made");

  it("stops before the first change, at each instant once, and now", () => {
    expect(stops).toEqual([
      { at: "2026-12-01T14:59:59.999Z", label: "Before it was made" },
      { at: "2026-12-01T15:00:00.000Z", label: "Requested" },
      { at: "2026-12-01T15:04:00.500Z", label: "Downpayment received; Confirmed" },
      { at: null, label: "Now" },
    ]);
  });

  it.each([
    [undefined, 3],
    ["2020-01-01T00:00:00Z", 0],
    ["2026-12-01T14:59:59.999Z", 0],
    ["2026-12-01T15:00:00.000Z", 1],
    ["2026-12-01T15:04:00.499Z", 1],
    ["2026-12-01T15:04:00.500Z", 2],
    ["2030-01-01T00:00:00Z", 2],
  ])("shows %s at stop %i", (at, stop) => expect(stopAt(stops, at)).toBe(stop));

  it("has only the stop now if nothing ever changed", () => {
    expect(stopsOf([], "Before")).toEqual([{ at: null, label: "Now" }]);
    expect(stopAt(stopsOf([], "Before"), "2026-12-01T15:00:00Z")).toBe(0);
  });
});
