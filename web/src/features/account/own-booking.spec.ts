/** Checks which of a customer's bookings are upcoming, and how their times are written. */
import { describe, expect, it } from "vitest";
import { formatVisit, splitByTime } from "./own-booking.ts";
import { bookingAt } from "./own-booking-fixture.ts";

const NOW = new Date("2026-12-12T15:00:00.000Z");

describe("a customer's bookings", () => {
  it("are upcoming only if they start after now; the soonest upcoming and the latest past come first", () => {
    const bookings = [
      bookingAt(1, "2026-12-20T15:00:00.000Z"),
      bookingAt(2, "2026-12-12T15:00:00.001Z"),
      bookingAt(3, "2026-12-12T15:00:00.000Z"),
      bookingAt(4, "2026-11-01T15:00:00.000Z"),
      bookingAt(5, "2026-12-12T14:00:00.000Z"),
    ];
    const { upcoming, past } = splitByTime(bookings, NOW);
    expect(upcoming.map(({ id }) => id)).toEqual([2, 1]);
    expect(past.map(({ id }) => id)).toEqual([3, 5, 4]);
  });

  it("are shown by the venue's day and clock", () => {
    expect(formatVisit(bookingAt(1, "2026-12-13T01:00:00.000Z"))).toBe(
      "Saturday, December 12, 8:00 PM – 10:00 PM",
    );
  });
});
