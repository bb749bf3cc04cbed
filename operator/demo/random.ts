/** Makes random choices for the sample history: the same seed gives the same numbers, so that a history can be repeated. */

export interface RandomChoices {
  /** At least 0, below 1. */
  share(): number;
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True in so many cases out of a hundred. */
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** An index; its probability is proportional to its weight. */
  weighted(weights: readonly number[]): number;
}

/** Mulberry32: small, fast, and even enough for sample data. */
export function createRandomChoices(seed: number): RandomChoices {
  let state = seed >>> 0;

  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (least: number, most: number): number => least + Math.floor(share() * (most - least + 1));

  return {
    share,
    between,
    chance: (percent) => share() * 100 < percent,
    pick(from) {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new RangeError("nothing to pick from");
      return picked;
    },
    weighted(weights) {
      let left = share() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return index === -1 ? weights.length - 1 : index;
    },
  };
}
