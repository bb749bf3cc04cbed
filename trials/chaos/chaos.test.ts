/** Shows that the product loses nothing and does nothing twice under a few drawn faults. */
import { expect, it } from "vitest";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { run } from "./run.ts";

// `make chaos` with few faults: `make test` builds the programs first.
const CLIENTS = 10;
const PACE = 0.3;
// Only `make chaos` reports a late recovery; a missing recovery fails here too.
const PATIENCE = 6;

it.each([
  { seed: 11, arrangement: "processes", faults: shortOrLong(3, 25) },
  { seed: 12, arrangement: "product", faults: shortOrLong(2, 15) },
] as const)(
  "loses nothing and does nothing twice under faults: seed $seed, $arrangement",
  async ({ seed, arrangement, faults }) => {
    const lines: string[] = [];
    const result = await run({
      seed,
      arrangement,
      faults,
      forMs: Number.POSITIVE_INFINITY,
      pace: PACE,
      clients: CLIENTS,
      patience: PATIENCE,
      say: (line) => void lines.push(line),
    });
    expect(result.findings, lines.join("\n")).toEqual([]);
    expect(result.faults.length).toBeGreaterThanOrEqual(faults);
    expect(result.operations["POST /api/bookings"]?.answered).toBeGreaterThan(faults);
  },
  shortOrLong(180_000, 1_200_000),
);
