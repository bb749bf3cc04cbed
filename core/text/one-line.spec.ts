/** Checks texts on one line: what is taken out, what stays, and where a long one ends. */
import { expect, it } from "vitest";
import { oneLine } from "./one-line.ts";

it.each([
  ["Ada\r\nATTENDEE:mailto:x@y.example", "Ada ATTENDEE:mailto:x@y.example"],
  ["a\u2028b\u0000c\u202ed\u200be", "a b c d e"],
  ["\u200dAda\u200d \u200d Byron", "Ada Byron"],
  ["👩\u200d👩\u200d👧 ❤️\u200d🔥 👩🏽\u200d🚀", "👩\u200d👩\u200d👧 ❤️\u200d🔥 👩🏽\u200d🚀"],
  ["علی\u200cرضا क्\u200dष", "علی\u200cرضا क्\u200dष"],
])("%j is %j", (text, line) => {
  expect(oneLine(text, 200)).toBe(line);
});

it("cuts no character in two", () => {
  for (const most of [9, 10]) {
    const line = oneLine("😀".repeat(20), most);
    expect(line.length).toBeLessThanOrEqual(most);
    expect(line).toBe(`${"😀".repeat(4)}…`);
  }
});
