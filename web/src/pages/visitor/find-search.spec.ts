/** Checks which wish the find page reads from its address. */
import { describe, expect, it } from "vitest";
import { findRequestOf, findSearch } from "./find-search.ts";

const OPEN_DAY = "2026-12-01";
const wish = (search: unknown) => findRequestOf(findSearch.parse(search), OPEN_DAY);

describe("the find page's address", () => {
  it("is read as a wish", () => {
    expect(
      wish({ day: "2026-12-03", until: "2026-12-05", start: 9, hours: 3, people: 12, maxPrice: 150.5 }),
    ).toEqual({
      day: "2026-12-03",
      until: "2026-12-05",
      startHour: 9,
      hours: 3,
      people: 12,
      maxPrice: 150.5,
    });
  });

  it("may have the start in the API's format", () => {
    expect(wish({ start: "18:00" }).startHour).toBe(18);
    expect(wish({ start: "08:00" }).startHour).toBe(8);
    expect(wish({ start: "9" }).startHour).toBe(9);
  });

  it("is read as two hours in the evening of the open day if it is empty or malformed", () => {
    const usual = {
      day: OPEN_DAY,
      until: undefined,
      startHour: 18,
      hours: 2,
      people: 1,
      maxPrice: undefined,
    };
    expect(wish({})).toEqual(usual);
    expect(
      wish({ day: "2026-02-30", until: 7, start: "18:30", hours: 13, people: "many", maxPrice: -1 }),
    ).toEqual(usual);
  });

  it("covers no more than fourteen days, and none before the first", () => {
    expect(wish({ day: "2026-12-03", until: "2027-12-03" }).until).toBe("2026-12-16");
    expect(wish({ day: "2026-12-03", until: "2026-12-03" }).until).toBeUndefined();
    expect(wish({ day: "2026-12-03", until: "2026-12-02" }).until).toBeUndefined();
  });
});
