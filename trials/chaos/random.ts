/** Random numbers that can be repeated: the same seed draws the same numbers on every machine. */

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of the items. Throws if there are none. */
  pick<T>(things: readonly T[]): T;
  /** One of the items, in proportion to its weight. */
  weighted<T>(things: readonly (readonly [T, number])[]): T;
  chance(probability: number): boolean;
  /** A separate generator whose draws do not shift those of this one: one for each client, one for the faults. */
  fork(name: string): Random;
}

/** mulberry32, whose whole state is one number of 32 bits. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick<T>(things: readonly T[]): T {
      if (things.length === 0) throw new RangeError("there is nothing to pick from");
      return things[between(0, things.length - 1)] as T;
    },
    weighted<T>(things: readonly (readonly [T, number])[]): T {
      let left = next() * things.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [thing, weight] of things) {
        left -= weight;
        if (left < 0) return thing;
      }
      throw new RangeError("there is nothing to pick from");
    },
    chance: (probability) => next() < probability,
    fork: (name) =>
      randomOf(
        [...name].reduce(
          (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
          seed ^ 0x811c9dc5,
        ),
      ),
  };
}
