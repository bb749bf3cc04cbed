/** Checks the prices by duration, the engineer's fee, the downpayment and the formats of amounts. */
import { describe, expect, it } from "vitest";
import { ROOM_SEEDS } from "../../venue/rooms/seed-rooms.ts";
import { FIRST_TERMS } from "../../venue/settings.ts";
import { toAmount, toCents } from "./money.ts";
import { type BookingDuration, priceOf } from "./pricing.ts";

// In cents: room, duration, hours, engineer, total, downpayment (decisions 3 to 5).
const PRICES: [string, BookingDuration, number, boolean, number, number][] = [
  ["recording-studio", "hourly", 2, false, 15_000, 7_500],
  ["recording-studio", "hourly", 12, false, 90_000, 45_000],
  ["recording-studio", "half-day", 4, false, 27_000, 13_500],
  ["recording-studio", "full-day", 8, false, 50_000, 25_000],
  ["auditorium", "hourly", 2, false, 30_000, 15_000],
  ["auditorium", "half-day", 4, false, 54_000, 27_000],
  ["auditorium", "full-day", 8, false, 100_000, 50_000],
  ["media-production", "hourly", 1, false, 9_000, 4_500],
  ["media-production", "hourly", 2, true, 28_000, 14_000],
  ["media-production", "hourly", 3, true, 42_000, 21_000],
  ["media-production", "half-day", 4, false, 32_000, 16_000],
  ["media-production", "half-day", 4, true, 52_000, 26_000],
  ["media-production", "full-day", 8, false, 60_000, 30_000],
  ["media-production", "full-day", 8, true, 100_000, 50_000],
  ["black-box-theater", "hourly", 3, false, 33_000, 16_500],
  ["black-box-theater", "half-day", 4, false, 40_000, 20_000],
  ["black-box-theater", "full-day", 8, false, 74_000, 37_000],
  ["rehearsal-room", "hourly", 2, false, 8_000, 4_000],
  ["rehearsal-room", "half-day", 4, false, 14_500, 7_250],
  ["rehearsal-room", "full-day", 8, false, 27_000, 13_500],
  ["conference-room", "hourly", 1, false, 3_500, 1_750],
  ["conference-room", "half-day", 4, false, 12_500, 6_250],
  ["conference-room", "full-day", 8, false, 23_000, 11_500],
  ["classroom", "hourly", 5, false, 15_000, 7_500],
  ["classroom", "half-day", 4, false, 10_500, 5_250],
  ["classroom", "full-day", 8, false, 19_500, 9_750],
];

describe("the price of a booking", () => {
  it.each(PRICES)(
    "%s, %s, %i hours, engineer %s",
    (slug, duration, hourCount, engineerRequired, total, down) => {
      const room = ROOM_SEEDS.find((seed) => seed.slug === slug);
      const [hourlyCents = 0, halfDayCents = 0, fullDayCents = 0] = room?.rates ?? [];
      const price = priceOf(
        { hourlyCents, halfDayCents, fullDayCents },
        { duration, hourCount, engineerRequired },
        FIRST_TERMS,
      );
      expect(price).toMatchObject({
        totalCents: total,
        downpaymentCents: down,
        remainingCents: total - down,
      });
    },
  );

  it("prices every room in every duration", () => {
    const priced = new Set(PRICES.map(([slug, duration]) => `${slug} ${duration}`));
    expect(priced.size).toBe(ROOM_SEEDS.length * 3);
  });

  it("rounds half a cent of the downpayment up, and leaves the rest for arrival", () => {
    const price = priceOf(
      { hourlyCents: 3_333, halfDayCents: 0, fullDayCents: 0 },
      { duration: "hourly", hourCount: 1, engineerRequired: false },
      FIRST_TERMS,
    );
    expect(price).toMatchObject({ totalCents: 3_333, downpaymentCents: 1_667, remainingCents: 1_666 });
  });
});

describe("amounts on the wire", () => {
  it.each([
    ["150.00", 15_000],
    ["150", 15_000],
    [150, 15_000],
    [72.5, 7_250],
    ["0.5", 50],
    [" 72.05 ", 7_205],
    [0.1 + 0.2, null],
    ["1.005", null],
    ["-1.00", null],
    ["abc", null],
    ["", null],
    [Number.NaN, null],
    [1e21, null],
  ])("reads %j as %j cents", (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
  });

  it.each([
    [0, "0.00"],
    [5, "0.05"],
    [15_000, "150.00"],
    [-1_250, "-12.50"],
  ])("writes %i cents as %s", (cents, amount) => {
    expect(toAmount(cents)).toBe(amount);
  });
});
