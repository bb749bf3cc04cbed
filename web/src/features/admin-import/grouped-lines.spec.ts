/** Checks how the lines of a report are gathered. */
import { expect, it } from "vitest";
import { groupedLines } from "./grouped-lines.ts";

it("lines that say the same are one, with their numbers", () => {
  const lines = [
    { line: 2, text: "unknown room" },
    { line: 3, text: "clash with booking 42" },
    { line: 4, text: "unknown room" },
    { line: 5, text: "unknown room" },
    { line: 6, text: "unknown room" },
  ];
  expect(groupedLines(lines)).toEqual([
    { numbers: "Lines 2, 4 to 6", text: "unknown room" },
    { numbers: "Line 3", text: "clash with booking 42" },
  ]);
});

it("many numbers are cut, and the rest is counted", () => {
  const lines = Array.from({ length: 100 }, (_, at) => ({ line: 2 + at * 2, text: "in the past" }));
  const [only] = groupedLines(lines);
  expect(only?.numbers).toMatch(/^Lines 2, 4, .*, 80 and 60 more$/);
});
