import { describe, expect, it } from "vitest";
import type { SeriesQuote } from "../../../../bff/contract/series.ts";
import {
  type DatePlace,
  exceptionsOf,
  listDates,
  lostBetween,
  NO_CHOICES,
  sumsOf,
  toggleSkip,
  toggleSwap,
} from "./date-list.ts";

const ROOM = 3;
const ZONE = "America/New_York";

/** 7 PM in New York in winter is midnight UTC. */
const hours = (day: string, from: number) => {
  const at = (hour: number) => new Date(Date.parse(`${day}T05:00:00Z`) + hour * 3_600_000).toISOString();
  return { startTime: at(from), endTime: at(from + 2) };
};
const place = (day: string, roomId: number, from: number, totalAmount: string): DatePlace => ({
  roomId,
  ...hours(day, from),
  totalAmount,
});
const date = (
  day: string,
  state: SeriesQuote["dates"][number]["state"] = "free",
  alternatives: DatePlace[] = [],
) => ({ date: day, ...hours(day, 19), state, totalAmount: "100.01", alternatives });

const [FIRST, SECOND, THIRD, FOURTH] = ["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22"] as const;
const LATER = place(SECOND, ROOM, 20, "120.00");
const HALL = place(SECOND, 5, 19, "80.00");
const quote = {
  dates: [date(FIRST), date(SECOND, "taken", [LATER, HALL]), date(THIRD), date(FOURTH, "closed")],
};
const HALF = { downpaymentPercent: 50 };
const statesOf = (choices = NO_CHOICES, of: typeof quote = quote) =>
  listDates(of, ROOM, choices).map(({ state }) => state);

describe("the dates of a series", () => {
  it("are booked where they are free, and left out by name where they are not", () => {
    const dates = listDates(quote, ROOM, NO_CHOICES);
    expect(dates.map(({ state }) => state)).toEqual(["booked", "left-out", "booked", "left-out"]);
    expect(exceptionsOf(dates, ROOM, ZONE)).toEqual({ skip: [SECOND, FOURTH], swaps: {} });
    // The downpayment is rounded for each date, as the server asks for it.
    expect(sumsOf(dates, HALF)).toEqual({ count: 2, totalCents: 20_002, downpaymentCents: 10_002 });
  });

  it("are skipped and booked after all", () => {
    const skipped = toggleSkip(NO_CHOICES, FIRST);
    expect(statesOf(skipped)).toEqual(["skipped", "left-out", "booked", "left-out"]);
    expect(sumsOf(listDates(quote, ROOM, skipped), HALF).count).toBe(1);
    expect(toggleSkip(skipped, FIRST)).toEqual(NO_CHOICES);
  });

  it("are swapped to an hour or a room of that day, at its price, and back", () => {
    const later = toggleSwap(NO_CHOICES, SECOND, LATER);
    const dates = listDates(quote, ROOM, later);
    expect(exceptionsOf(dates, ROOM, ZONE)).toEqual({
      skip: [FOURTH],
      swaps: { [SECOND]: { startTime: "20:00" } },
    });
    expect(sumsOf(dates, HALF).totalCents).toBe(32_002);
    const hall = toggleSwap(later, SECOND, HALL);
    expect(exceptionsOf(listDates(quote, ROOM, hall), ROOM, ZONE).swaps).toEqual({
      [SECOND]: { roomId: 5, startTime: "19:00" },
    });
    expect(toggleSwap(hall, SECOND, HALL)).toEqual(NO_CHOICES);
  });

  it("lose a swap that is no longer offered, and take back one that is free again", () => {
    const swapped = toggleSwap(NO_CHOICES, SECOND, LATER);
    const gone = { dates: quote.dates.map((each) => ({ ...each, alternatives: [] })) };
    expect(statesOf(swapped, gone)).toEqual(["booked", "left-out", "booked", "left-out"]);
    const freed = { dates: [date(FIRST), date(SECOND), date(THIRD), date(FOURTH, "closed")] };
    expect(statesOf(swapped, freed)).toEqual(["booked", "booked", "booked", "left-out"]);
  });

  it("that others took meanwhile are told, and marked until something else is chosen", () => {
    const before = listDates(quote, ROOM, NO_CHOICES);
    const other = place(THIRD, ROOM, 20, "100.01");
    const fewer = {
      dates: [date(FIRST), quote.dates[1], date(THIRD, "taken", [other])].flatMap((d) => d ?? []),
    };
    const lost = lostBetween(before, listDates(fewer, ROOM, NO_CHOICES));
    expect(lost).toEqual([THIRD]);
    const marked = { ...NO_CHOICES, lost };
    expect(listDates(fewer, ROOM, marked).map((each) => each.lost)).toEqual([false, false, true]);
    const swapped = toggleSwap(marked, THIRD, other);
    expect(listDates(fewer, ROOM, swapped).map((each) => each.lost)).toEqual([false, false, false]);
  });
});
