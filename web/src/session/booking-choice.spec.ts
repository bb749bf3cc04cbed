/** Checks that a choice covers the right instants, also on days when the clocks change. */
import { describe, expect, it } from "vitest";
import { type BookingChoice, hoursOf, spanOf } from "./booking-choice.ts";

const NEW_YORK = "America/New_York";
const choice = (next: Partial<BookingChoice> = {}): BookingChoice => ({
  day: "2026-12-12",
  startHour: 14,
  duration: "hourly",
  hourCount: 3,
  ...next,
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

  it("follows the venue's clock on days when it changes", () => {
    const start = (day: string) => spanOf(choice({ day, startHour: 9 }), NEW_YORK)?.startsAt.toISOString();
    expect(start("2026-03-07")).toBe("2026-03-07T14:00:00.000Z");
    expect(start("2026-03-09")).toBe("2026-03-09T13:00:00.000Z");
    expect(start("2026-10-31")).toBe("2026-10-31T13:00:00.000Z");
    expect(start("2026-11-02")).toBe("2026-11-02T14:00:00.000Z");
  });
});
