/**
 * Measures benchmarks: rates over a fixed time from concurrent loops, with the rivals in alternating rounds of one run,
 * since machines are noisy.
 */

export interface Rate {
  perSecond: number;
  /** Milliseconds per call. */
  p50: number;
  p95: number;
  p99: number;
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export function rateOf(durations: number[], elapsedMs: number): Rate {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    perSecond: durations.length / (elapsedMs / 1_000),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
}

/** Runs `call` from `concurrency` loops for `ms` milliseconds. */
async function round(call: () => Promise<unknown>, concurrency: number, ms: number) {
  const durations: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - began < ms) {
        const at = performance.now();
        await call();
        durations.push(performance.now() - at);
      }
    }),
  );
  return { durations, elapsed: performance.now() - began };
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Measures rivals in alternating rounds; the first round of each warms up and is not counted. The rate is the median of the rounds. */
export async function measureRivals<Name extends string>(
  rivals: Record<Name, () => Promise<unknown>>,
  { concurrency, rounds = 5, ms = 700 }: { concurrency: number; rounds?: number; ms?: number },
): Promise<Record<Name, Rate>> {
  const names = Object.keys(rivals) as Name[]; // the keys of the record that was given
  const measured = new Map(names.map((name) => [name, [] as { durations: number[]; elapsed: number }[]]));
  for (let n = 0; n <= rounds; n++) {
    for (const name of names) {
      const one = await round(rivals[name], concurrency, ms);
      if (n > 0) measured.get(name)?.push(one);
    }
  }
  return Object.fromEntries(
    [...measured].map(([name, all]) => [
      name,
      {
        ...rateOf(
          all.flatMap(({ durations }) => durations),
          all.reduce((sum, { elapsed }) => sum + elapsed, 0),
        ),
        perSecond: median(all.map(({ durations, elapsed }) => durations.length / (elapsed / 1_000))),
      },
    ]),
  ) as Record<Name, Rate>; // one per rival
}

const number = (n: number): string => (n >= 100 ? Math.round(n).toLocaleString("en-US") : n.toFixed(2));

/** One line of the report: a name, its numbers, and what it is compared with. */
export function report(name: string, ...facts: string[]): void {
  process.stdout.write(`${name.padEnd(34)} ${facts.join("   ")}\n`);
}

export const perSecond = (rate: Rate, unit: string): string => `${number(rate.perSecond)} ${unit}/s`;

export const latency = (rate: Rate): string => `p50 ${number(rate.p50)} ms, p99 ${number(rate.p99)} ms`;

/** For example `0.93 × the bare statement (aim ≥ 0.80)`. */
export const ratio = (value: number, of: string, aim: number): string =>
  `${value.toFixed(2)} × ${of} (aim ≥ ${aim.toFixed(2)}${value >= aim ? "" : ", MISSED"})`;
