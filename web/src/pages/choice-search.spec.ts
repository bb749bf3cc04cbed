/** Checks that a choice survives the address, and that a malformed address chooses nothing. */
import { describe, expect, it } from "vitest";
import type { BookingChoice } from "../session/booking-choice.ts";
import { addressOf, choiceOf, choiceSearch } from "./choice-search.ts";

const choice = (next: Partial<BookingChoice> = {}): BookingChoice => ({
  day: "2026-12-12",
  startHour: 14,
  duration: "hourly",
  hourCount: 3,
  ...next,
});

describe("choiceSearch", () => {
  it("restores the choice that was put into the address", () => {
    for (const made of [
      choice(),
      choice({ hourCount: 2 }),
      choice({ duration: "half-day" }),
      choice({ startHour: null }),
      choice({ day: null, startHour: null, duration: "full-day", hourCount: 12 }),
    ]) {
      const search = choiceSearch.parse(addressOf(made, 2));
      expect(choiceOf(search, 2)).toEqual(made);
    }
  });

  it("leaves out the page's defaults", () => {
    expect(addressOf(choice({ hourCount: 2 }), 2)).toEqual({ day: "2026-12-12", start: 14 });
    expect(addressOf(choice({ day: null, startHour: null, hourCount: 1 }), 1)).toEqual({});
  });

  it.each([
    ["a day that does not exist", { day: "2026-02-30", start: 14 }, {}],
    ["a Sunday", { day: "2026-12-13", start: 14 }, {}],
    ["a start without a day", { start: 14 }, {}],
    ["a start before the first slot", { day: "2026-12-12", start: 8 }, { day: "2026-12-12" }],
    ["a start after the last slot", { day: "2026-12-12", start: 22 }, { day: "2026-12-12" }],
    ["half an hour", { day: "2026-12-12", start: 9.5 }, { day: "2026-12-12" }],
    ["an unknown duration", { duration: "weekly" }, {}],
    ["a name that every object inherits", { duration: "toString" }, {}],
    ["thirteen hours", { hours: 13 }, {}],
    ["no hours", { hours: 0 }, {}],
    ["text instead of values", { day: "soon", start: "noon", hours: "many" }, {}],
  ])("drops %s", (_, raw, kept) => {
    expect(choiceSearch.parse(raw)).toEqual(kept);
  });

  it("reads numbers that are text in the address", () => {
    expect(choiceSearch.parse({ day: "2026-12-12", start: "9", hours: "12" })).toEqual({
      day: "2026-12-12",
      start: 9,
      hours: 12,
    });
  });

  it("raises the hours to the page's minimum", () => {
    expect(choiceOf({ hours: 1 }, 2).hourCount).toBe(2);
    expect(choiceOf({ hours: 1 }, 1).hourCount).toBe(1);
  });
});
