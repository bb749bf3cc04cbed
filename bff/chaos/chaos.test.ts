import { expect, it } from "vitest";
import { run } from "./run.ts";

// The short form of `make chaos`: `make test` builds the programs first.
const CLIENTS = 10;
const PACE = 0.3;
// A test measures no time: what recovers late is a finding of `make chaos`, what does not recover is one here, too.
const PATIENCE = 6;

it.each([
  { seed: 11, arrangement: "processes", faults: 5 },
  { seed: 12, arrangement: "product", faults: 3 },
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
  180_000,
);
