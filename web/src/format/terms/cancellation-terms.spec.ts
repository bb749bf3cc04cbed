/** Checks the text of a booking's cancellation terms: its own dates and dollars, without the stages that are over. */
import { describe, expect, it } from "vitest";
import { INITIAL_VENUE } from "../../../../bff/contract/venue/initial-venue.ts";
import { cancellationStages } from "../../../../core/booking/rules/refund-policy.ts";
import { cancellationText, keptText } from "./cancellation-terms.ts";

const ZONE = "America/New_York";
const startsAt = new Date("2026-12-08T23:00:00Z");
const stages = cancellationStages(startsAt, 6_000, 6_000, INITIAL_VENUE);

describe("cancellationWords", () => {
  it.each([
    [
      "2026-12-01T12:00:00Z",
      "Cancel until Mon, Dec 7, 6:00 PM: $54.00 refund; until Tue, Dec 8, 6:00 AM: $30.00; then no refund.",
    ],
    ["2026-12-07T23:00:01Z", "Cancel until Tue, Dec 8, 6:00 AM: $30.00 refund; then no refund."],
    ["2026-12-08T12:00:00Z", "No refund if this booking is cancelled now: it starts too soon."],
  ])("lists the stages that are left at %s", (now, words) => {
    expect(cancellationText(stages, ZONE, new Date(now))).toBe(words);
  });
});

describe("keptText", () => {
  it.each([
    [
      "2026-12-01T12:00:00Z",
      "Cancel until Mon, Dec 7, 6:00 PM: $6.00 is kept; until Tue, Dec 8, 6:00 AM: $30.00; then $60.00. Your invoice lists it.",
    ],
    [
      "2026-12-08T12:00:00Z",
      "If this booking is cancelled now, $60.00 is kept: it starts too soon. Your invoice lists it.",
    ],
  ])("lists what is kept at %s", (now, words) => {
    const kept = stages.map(({ until, refundCents }) => ({ until, keptCents: 6_000 - refundCents }));
    expect(keptText(kept, 6_000, { zone: ZONE, now: new Date(now) })).toBe(words);
  });

  it("says when nothing is kept", () => {
    const at = { zone: ZONE, now: new Date("2026-12-01T12:00:00Z") };
    const free = stages.slice(0, 1).map((stage) => ({ ...stage, keptCents: 0 }));
    expect(keptText(free, 6_000, at)).toBe(
      "Cancel until Mon, Dec 7, 6:00 PM: nothing is kept; then $60.00. Your invoice lists it.",
    );
    expect(keptText([], 0, at)).toBe("Nothing is kept if you cancel before it begins.");
  });
});
