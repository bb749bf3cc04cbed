/** Checks how card numbers and expiries are written while typing, and which are accepted. */
import { describe, expect, it } from "vitest";
import {
  caretAfter,
  formatCardNumber,
  formatExpiry,
  isCardNumber,
  isExpired,
  parseExpiry,
} from "./card-number.ts";

describe("formatCardNumber", () => {
  it.each([
    ["", ""],
    ["4242", "4242"],
    ["42424", "4242 4"],
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 4242.4242", "4242 4242 4242 4242"],
    ["42424242424242424242424", "4242 4242 4242 4242 424"],
    ["card 42", "42"],
  ])("%s is written %s", (typed, written) => {
    expect(formatCardNumber(typed)).toBe(written);
    expect(formatCardNumber(written)).toBe(written);
  });
});

describe("formatExpiry", () => {
  it.each([
    ["1", "1"],
    ["9", "09"],
    ["12", "12"],
    ["123", "12 / 3"],
    ["1230", "12 / 30"],
    ["1/30", "01 / 30"],
    ["12/2030", "12 / 30"],
    ["12 / 30", "12 / 30"],
    ["12 / ", "12"],
  ])("%s is written %s", (typed, written) => {
    expect(formatExpiry(typed)).toBe(written);
  });
});

describe("caretAfter", () => {
  it("stays behind the digit that was before it", () => {
    expect(caretAfter("4242 4242", 0)).toBe(0);
    expect(caretAfter("4242 4242", 4)).toBe(4);
    expect(caretAfter("4242 4242", 5)).toBe(6);
    expect(caretAfter("4242", 9)).toBe(4);
  });
});

describe("isCardNumber", () => {
  it("accepts every test card and finds a mistyped digit", () => {
    for (const number of ["4242424242424242", "4000000000000002", "4000002500003155", "4000000000009995"]) {
      expect(isCardNumber(formatCardNumber(number))).toBe(true);
    }
    expect(isCardNumber("378282246310005")).toBe(true);
    expect(isCardNumber("4242424242424243")).toBe(false);
    expect(isCardNumber("4242")).toBe(false);
    expect(isCardNumber("")).toBe(false);
  });
});

describe("parseExpiry", () => {
  it("reads month and year, and nothing else", () => {
    expect(parseExpiry("12 / 30")).toEqual({ month: 12, year: 2030 });
    expect(parseExpiry("1/2031")).toEqual({ month: 1, year: 2031 });
    for (const text of ["", "12", "13 / 30", "00 / 30", "soon"]) expect(parseExpiry(text)).toBeNull();
  });

  it("is valid to the end of its month", () => {
    const now = new Date(2026, 10, 30);
    expect(isExpired({ month: 10, year: 2026 }, now)).toBe(true);
    expect(isExpired({ month: 11, year: 2026 }, now)).toBe(false);
    expect(isExpired({ month: 1, year: 2027 }, now)).toBe(false);
    expect(isExpired({ month: 12, year: 2025 }, now)).toBe(true);
  });
});
