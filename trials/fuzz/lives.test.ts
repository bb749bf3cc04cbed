/** Checks in sequences drawn from a seed that objects are made, read, changed, protected and ended as documented. */

import { writeSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { operationsOf } from "./document.ts";
import { type FuzzWorld, startFuzzWorld } from "./fuzz-world.ts";
import { LEFT_OUT, runAllSequences } from "./lives.ts";

// biome-ignore lint/style/noProcessEnv: the length and the seed are settings of the fuzz, not of the product
const { FUZZ_COUNT, FUZZ_SEED } = process.env;
/** One round in `make test`; in a long run a fifth of the number of its single calls. */
const CALLS = Math.floor(Number(FUZZ_COUNT ?? shortOrLong(0, 20_000)) / 5);
const SEED = Number(FUZZ_SEED ?? 20_261_201);

const say = (text: string): void => void (FUZZ_COUNT === undefined || writeSync(2, `${text}\n`));

let world: FuzzWorld;
beforeAll(async () => {
  world = await startFuzzWorld();
});
afterAll(() => world.close());

it(`all sequences of calls behave as documented (seed ${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  const report = await runAllSequences(world, {
    calls: CALLS,
    seed: SEED,
    onProgress: (calls) => say(`${calls} of ${CALLS} calls in sequences, seed ${SEED}`),
  });
  for (const { what, example, times } of report.findings) say(`\n${what} (${times} times)\n${example}`);
  for (const [name, times] of report.runs) say(`${name}: ${times}`);
  expect(report.findings).toEqual([]);
  const writes = operationsOf(await world.openApi()).filter(({ method }) => method !== "GET");
  const missing = writes.map(({ name }) => name).filter((name) => !report.called.has(name));
  expect(missing.toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
});
