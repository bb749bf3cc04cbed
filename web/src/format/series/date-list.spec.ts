/** Checks how a quote, skips and swaps become the list of dates, its sums and what is sent. */
import { describe, expect, it } from "vitest";
import type { SeriesQuote } from "../../../../bff/contract/series.ts";
import {
  type DateChoices,
  exceptionsOf,
  listDates,
  lostSince,
  NO_CHOICES,
  sumsOf,
  withSkip,
  withSwap,
} from "./date-list.ts";

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
const listed = (quote: Pick<SeriesQuote, "dates">, choices: Partial<DateChoices> = {}, lost: string[] = []) =>
  listDates(quote, ROOM, { ...NO_CHOICES, ...choices }, lost);
const states = (...of: Parameters<typeof listed>) => listed(...of).map(({ state }) => state);

describe("the list of dates", () => {
  it("has every date in its place, with the offers of those that are not free", () => {
    const list = listed(QUOTE);
    expect(list.map(({ day, state, places }) => [day, state, places.length])).toEqual([
      [A, "free", 0],
      [B, "taken", 3],
      [C, "closed", 0],
    ]);
  });

  it("takes skips and swaps, with the price and hours of the new place", () => {
    const dear = place(B, 18, 2, "150.00");
    const quote = { dates: [date(A), date(B, { state: "taken", alternatives: [dear] })] };
    const [skipped, swapped] = listed(quote, { skip: [A], swaps: { [B]: dear } });
    expect(skipped?.state).toBe("skipped");
    expect(swapped).toMatchObject({ state: "swapped", roomId: 2, cents: 15_000, places: [dear] });
    expect(swapped?.startsAt.toISOString()).toBe(at(B, 18));
    expect(swapped?.usual?.startsAt.toISOString()).toBe(at(B, 16));
  });

  it("drops a swap whose place is free no longer, and keeps one that is only farther away than the offers", () => {
    const swapped = (hour: number, alternatives: Quoted["alternatives"]) =>
      states({ dates: [date(B, { state: "taken", alternatives })] }, { swaps: { [B]: place(B, hour) } })[0];
    expect(swapped(18, [place(B, 14)])).toBe("taken");
    expect(swapped(18, [place(B, 10), place(B, 11), place(B, 20)])).toBe("taken");
    expect(swapped(20, OFFERS)).toBe("swapped");
  });

  it("keeps a swap while its usual hours are free again, and marks what an attempt found taken", () => {
    const free = { dates: [date(B)] };
    const swaps = { [B]: place(B, 18) };
    expect(states(free, { swaps })).toEqual(["swapped"]);
    expect(states(free, {}, [B])).toEqual(["taken"]);
    expect(states(free, { swaps }, [B])).toEqual(["taken"]);
  });

  it("offers the chosen place too, though it is farther away than the offers", () => {
    const [list] = listed(
      { dates: [date(B, { state: "taken", alternatives: OFFERS })] },
      { swaps: { [B]: place(B, 20) } },
    );
    expect(list?.places).toEqual([...OFFERS, place(B, 20)]);
  });

  it("tells which dates were lost: booked before, and taken now", () => {
    const before = listed({ dates: [date(A), date(B), date(C)] }, { skip: [C] });
    const now = listed(QUOTE);
    expect(lostSince(before, now)).toEqual([B]);
    expect(lostSince(now, now)).toEqual([]);
  });
});

describe("what is booked", () => {
  it("sums the free and swapped dates, each with its own downpayment to the cent", () => {
    const quote = { dates: [date(A, { totalAmount: "80.01" }), date(B, { totalAmount: "80.01" }), date(C)] };
    expect(sumsOf(listed(quote, { skip: [C] }), { downpaymentPercent: 50 })).toEqual({
      count: 2,
      totalCents: 16_002,
      downpaymentCents: 8_002,
      remainingCents: 8_000,
    });
  });

  it("sends skips and swaps by their days, at the venue's hours, and skips by name what is not booked", () => {
    const list = listed(QUOTE, { skip: [A], swaps: { [B]: place(B, 18) } });
    expect(exceptionsOf(list, ZONE)).toEqual({
      skip: [A, C],
      swaps: { [B]: { roomId: ROOM, startTime: "18:00" } },
    });
    expect(exceptionsOf(listed(QUOTE), ZONE)).toEqual({ skip: [B, C], swaps: {} });
  });
});

describe("the choices", () => {
  it("are taken back as they were made", () => {
    const skipped = withSkip(NO_CHOICES, A, true);
    expect(withSkip(skipped, A, true)).toEqual({ ...NO_CHOICES, skip: [A] });
    expect(withSkip(skipped, A, false)).toEqual(NO_CHOICES);
    const swapped = withSwap(NO_CHOICES, B, place(B, 18));
    expect(withSwap(swapped, B, place(B, 14)).swaps).toEqual({ [B]: place(B, 14) });
    expect(withSwap(swapped, B, null)).toEqual(NO_CHOICES);
  });
});
