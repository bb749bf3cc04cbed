/** Checks what closing a day decides: once, not ahead of time, and never with a figure that was not seen. */
import { describe, expect, it } from "vitest";
import { type CloseDay, dayNumber, dayStream, decideClose } from "./day.ts";

const close: CloseDay = {
  day: "2026-12-12",
  today: "2026-12-12",
  countedCents: 10_000,
  expectedCents: 10_050,
  statedCents: 10_050,
  floatCents: 0,
};
const codeOf = (decision: ReturnType<typeof decideClose>) => (decision.ok ? null : decision.rejection.code);

describe("closing a day", () => {
  it("records what was counted and what should be there, also after midnight", () => {
    const events = [
      { type: "DayClosed", data: { countedCents: 10_000, expectedCents: 10_050, floatCents: 0 } },
    ];
    expect(decideClose(close, null)).toEqual({ ok: true, events });
    expect(decideClose({ ...close, today: "2026-12-13" }, null)).toEqual({ ok: true, events });
  });
  it("happens once; the same close again changes nothing", () => {
    const closed = { countedCents: 10_000, expectedCents: 10_050, floatCents: 0 };
    expect(decideClose({ ...close, expectedCents: 99_999 }, closed)).toEqual({ ok: true, events: [] });
    expect(codeOf(decideClose({ ...close, countedCents: 1 }, closed))).toBe("DayAlreadyClosed");
  });
  it("is refused ahead of the day, and with a figure that has changed", () => {
    expect(codeOf(decideClose({ ...close, today: "2026-12-11" }, null))).toBe("DayNotBegun");
    expect(codeOf(decideClose({ ...close, expectedCents: 0 }, null))).toBe("TakingsChanged");
  });
  it("has a stream for each day", () => {
    expect(dayStream.nameOf(dayNumber("2026-12-12"))).toBe("day-20261212");
  });
});
