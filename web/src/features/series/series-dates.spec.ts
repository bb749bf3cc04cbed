/** Checks how a quote, skips and swaps become the list of dates, its sums and what is sent. */
import { describe, expect, it } from "vitest";
import type { SeriesQuote } from "../../../../bff/contract/series.ts";
import { datesOf, exceptionsOf, lostSince, sumsOf } from "./series-dates.ts";

const ROOM = 1;
const ZONE = "America/New_York";
/** An hour on the venue's clock in winter. */
const at = (day: string, hour: number) =>
  new Date(Date.parse(`${day}T05:00:00Z`) + hour * 3_600_000).toISOString();
const span = (day: string, hour: number) => ({ startTime: at(day, hour), endTime: at(day, hour + 2) });
const place = (day: string, hour: number, roomId = ROOM, totalAmount = "80.00") => ({
  roomId,
  ...span(day, hour),
  totalAmount,
});

type Quoted = SeriesQuote["dates"][number];
const date = (day: string, changes: Partial<Quoted> = {}): Quoted => ({
  date: day,
  ...span(day, 16),
  state: "free",
  totalAmount: "80.00",
  alternatives: [],
  ...changes,
});

const [A, B, C] = ["2026-12-01", "2026-12-08", "2026-12-15"] as const;
const OFFERS = [place(B, 14), place(B, 18), place(B, 12)];
const QUOTE = {
  dates: [date(A), date(B, { state: "taken", alternatives: OFFERS }), date(C, { state: "closed" })],
};
const NONE = { roomId: ROOM, skip: [], swaps: {}, lost: [] };
const states = (...of: Parameters<typeof datesOf>) => datesOf(...of).map(({ state }) => state);

describe("the list of dates", () => {
  it("has every date in its place, with the offers of those that are not free", () => {
    const list = datesOf(QUOTE, NONE);
    expect(list.map(({ day, state, places }) => [day, state, places.length])).toEqual([
      [A, "free", 0],
      [B, "taken", 3],
      [C, "closed", 0],
    ]);
  });

  it("takes skips and swaps, with the price and hours of the new place", () => {
    const dear = place(B, 18, 2, "150.00");
    const quote = { dates: [date(A), date(B, { state: "taken", alternatives: [dear] })] };
    const [skipped, swapped] = datesOf(quote, { ...NONE, skip: [A], swaps: { [B]: dear } });
    expect(skipped?.state).toBe("skipped");
    expect(swapped).toMatchObject({ state: "swapped", roomId: 2, cents: 15_000, places: [] });
    expect(swapped?.startsAt.toISOString()).toBe(at(B, 18));
    expect(swapped?.usual?.startsAt.toISOString()).toBe(at(B, 16));
  });

  it("drops a swap whose place is free no longer, and keeps one that is only farther away than the offers", () => {
    const swapped = (hour: number, alternatives: Quoted["alternatives"]) =>
      states(
        { dates: [date(B, { state: "taken", alternatives })] },
        { ...NONE, swaps: { [B]: place(B, hour) } },
      )[0];
    expect(swapped(18, [place(B, 14)])).toBe("taken");
    expect(swapped(18, [place(B, 10), place(B, 11), place(B, 20)])).toBe("taken");
    expect(swapped(20, OFFERS)).toBe("swapped");
  });

  it("keeps a swap while its usual hours are free again, and marks what an attempt found taken", () => {
    const free = { dates: [date(B)] };
    expect(states(free, { ...NONE, swaps: { [B]: place(B, 18) } })).toEqual(["swapped"]);
    expect(states(free, { ...NONE, lost: [B] })).toEqual(["taken"]);
    expect(states(free, { ...NONE, lost: [B], swaps: { [B]: place(B, 18) } })).toEqual(["taken"]);
  });

  it("tells which dates were lost: booked before, and taken now", () => {
    const before = datesOf({ dates: [date(A), date(B), date(C)] }, { ...NONE, skip: [C] });
    const now = datesOf(QUOTE, NONE);
    expect(lostSince(before, now)).toEqual([B]);
    expect(lostSince(now, now)).toEqual([]);
  });
});

describe("what is booked", () => {
  it("sums the free and swapped dates, each with its own downpayment to the cent", () => {
    const quote = { dates: [date(A, { totalAmount: "80.01" }), date(B, { totalAmount: "80.01" }), date(C)] };
    const list = datesOf(quote, { ...NONE, skip: [C] });
    expect(sumsOf(list, 50)).toEqual({ totalCents: 16_002, downpaymentCents: 8_002, remainingCents: 8_000 });
  });

  it("sends skips and swaps by their days, at the venue's hours", () => {
    const list = datesOf(QUOTE, { ...NONE, skip: [A], swaps: { [B]: place(B, 18) } });
    expect(exceptionsOf(list, ZONE)).toEqual({
      skip: [A],
      swaps: { [B]: { roomId: ROOM, startTime: "18:00" } },
    });
  });
});
