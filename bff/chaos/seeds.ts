/** Owns the seeds that once found something: each is run again, so that it stays mended. */

export interface KeptSeed {
  seed: number;
  arrangement: "processes" | "product";
  /** What it found, and where that was mended. */
  found: string;
}

export const KEPT_SEEDS: readonly KeptSeed[] = [];
