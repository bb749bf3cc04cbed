/** Checks that a choice survives the address and covers the right instants, on days when the clocks change too. */
import { describe, expect, it } from "vitest";
import { type BookingChoice, choiceSearch, hoursOf, spanOf } from "./booking-choice.ts";

const NEW_YORK = "America/New_York";
const choice = (next: Partial<BookingChoice> = {}): BookingChoice => ({
  day: "2026-12-12",
  startHour: 14,
  duration: "hourly",
  hourCount: 3,
  ...next,
});

describe("choiceSearch", () => {
  it("gives back the choice that went into the address", () => {
    for (const made of [
      choice(),
      choice({ hourCount: 2 }),
      choice({ duration: "half-day" }),
      choice({ startHour: null }),
      choice({ day: null, startHour: null, duration: "full-day", hourCount: 12 }),
    ]) {
      const search = choiceSearch.parse({ ...choiceSearch.serialise(made, 2) });
      expect(choiceSearch.choiceOf(search, 2)).toEqual(made);
    }
  });

  it("leaves out what the page assumes anyway", () => {
    expect(choiceSearch.serialise(choice({ hourCount: 2 }), 2)).toEqual({ day: "2026-12-12", start: 14 });
    expect(choiceSearch.serialise(choice({ day: null, startHour: null, hourCount: 1 }), 1)).toEqual({});
  });

  it.each([
    ["a day that does not exist", { day: "2026-02-30", start: 14 }, {}],
    ["a Sunday", { day: "2026-12-13", start: 14 }, {}],
    ["a start without a day", { start: 14 }, {}],
    ["a start before the first slot", { day: "2026-12-12", start: 8 }, { day: "2026-12-12" }],
    ["a start after the last slot", { day: "2026-12-12", start: 22 }, { day: "2026-12-12" }],
    ["half an hour", { day: "2026-12-12", start: 9.5 }, { day: "2026-12-12" }],
    ["an unknown duration", { duration: "weekly" }, {}],
    ["a name every object carries", { duration: "toString" }, {}],
    ["thirteen hours", { hours: 13 }, {}],
    ["no hours", { hours: 0 }, {}],
    ["words", { day: "soon", start: "noon", hours: "many" }, {}],
  ])("drops %s", (_, raw, kept) => {
    expect(choiceSearch.parse(raw)).toEqual(kept);
  });

  it("reads numbers that an address carries as text", () => {
    expect(choiceSearch.parse({ day: "2026-12-12", start: "9", hours: "12" })).toEqual({
      day: "2026-12-12",
      start: 9,
      hours: 12,
    });
  });

  it("raises the hours to the page's least", () => {
    expect(choiceSearch.choiceOf({ hours: 1 }, 2).hourCount).toBe(2);
    expect(choiceSearch.choiceOf({ hours: 1 }, 1).hourCount).toBe(1);
  });
});

describe("spanOf", () => {
  it("is null until day and start are chosen", () => {
    expect(spanOf(choice({ day: null }), NEW_YORK)).toBeNull();
    expect(spanOf(choice({ startHour: null }), NEW_YORK)).toBeNull();
  });

  it.each([
    ["hourly", 3],
    ["half-day", 4],
    ["full-day", 8],
  ] as const)("covers a %s booking's hours", (duration, hours) => {
    const span = spanOf(choice({ duration }), NEW_YORK);
    expect(span?.startsAt.toISOString()).toBe("2026-12-12T19:00:00.000Z");
    expect((Number(span?.endsAt) - Number(span?.startsAt)) / 3_600_000).toBe(hours);
    expect(hoursOf(choice({ duration }))).toBe(hours);
  });

  it("follows the venue's clock across its changes", () => {
    const start = (day: string) => spanOf(choice({ day, startHour: 9 }), NEW_YORK)?.startsAt.toISOString();
    expect(start("2026-03-07")).toBe("2026-03-07T14:00:00.000Z");
    expect(start("2026-03-09")).toBe("2026-03-09T13:00:00.000Z");
    expect(start("2026-10-31")).toBe("2026-10-31T13:00:00.000Z");
    expect(start("2026-11-02")).toBe("2026-11-02T14:00:00.000Z");
  });
});
