import { expect, it } from "vitest";
import { namesTag } from "./if-none-match.ts";

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a" , "c"', true],
  ["*", true],
  ['"b"', false],
  ['"ab"', false],
  ['"a,b"', false],
  ["a", false],
  ["", false],
  [undefined, false],
])("If-None-Match: %s", (header, expected) => {
  expect(namesTag(header, '"a"')).toBe(expected);
});
