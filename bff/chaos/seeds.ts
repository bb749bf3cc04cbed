/** Owns the seeds that once found something: `make chaos SEED=` runs one again. The draws are the same; how they meet the traffic is not, to the millisecond. */

interface KeptSeed {
  seed: number;
  arrangement: "processes" | "product";
  /** What it found, and how that was mended. */
  found: string;
}

export const KEPT_SEEDS: readonly KeptSeed[] = [
  {
    seed: 1,
    arrangement: "processes",
    found:
      "a refund had failed twice; old news of its first try, read again by the sweep, made it issued in the log. A try that failed now stays failed (`core/booking/refunds.ts`).",
  },
  {
    seed: 2,
    arrangement: "product",
    found: "the same.",
  },
];
