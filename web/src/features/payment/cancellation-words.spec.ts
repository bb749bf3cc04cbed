/** Checks the words about cancelling as a booking's own dates and dollars. */
import { expect, it } from "vitest";
import { cancellationWords } from "./cancellation-words.ts";

const STAGES = [
  { until: "2026-12-07T23:00:00.000Z", refundAmount: "54.00" },
  { until: "2026-12-08T11:00:00.000Z", refundAmount: "30.00" },
];
const at = (now: string, stages = STAGES) => cancellationWords(stages, "America/New_York", new Date(now));

it("names each stage that is still ahead, and what comes after the last", () => {
  expect(at("2026-12-03T15:00:00Z")).toBe(
    "Cancel until Mon 6 PM: $54.00 back, until Tue 6 AM: $30.00 back, then nothing.",
  );
  expect(at("2026-12-08T00:00:00Z")).toBe("Cancel until Tue 6 AM: $30.00 back, then nothing.");
  expect(at("2026-12-08T11:00:00Z")).toBeNull();
  expect(
    at("2026-12-03T15:00:00Z", [{ until: "2026-12-07T23:00:00.000Z", refundAmount: "0.00" }]),
  ).toBeNull();
});
