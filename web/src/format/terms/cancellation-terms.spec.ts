/** Checks the text of a booking's cancellation terms: its own dates and dollars, without the stages that are over. */
import { describe, expect, it } from "vitest";
import { INITIAL_VENUE } from "../../../../bff/contract/venue/initial-venue.ts";
import { cancellationStages } from "../../../../core/booking/rules/refund-policy.ts";
import { cancellationText } from "./cancellation-terms.ts";

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
