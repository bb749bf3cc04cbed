/** Owns that what is made is read, changed, forbidden to others, ended and gone as documented, in sequences drawn from a seed. */

import { writeSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { briefly } from "../../core/testing/thorough.ts";
import { operationsOf } from "./document.ts";
import { LEFT_OUT, liveAll } from "./lives.ts";
import { type FuzzWorld, startFuzzWorld } from "./surroundings.ts";

// biome-ignore lint/style/noProcessEnv: how long and from which seed is the fuzz's own configuration, not the product's
const { FUZZ_COUNT, FUZZ_SEED } = process.env;
/** In `make test` one round; of a long run a fifth more than its single calls. */
const CALLS = Math.floor(Number(FUZZ_COUNT ?? briefly(0, 20_000)) / 5);
const SEED = Number(FUZZ_SEED ?? 20_261_201);

const say = (text: string): void => void (FUZZ_COUNT === undefined || writeSync(2, `${text}\n`));

let world: FuzzWorld;
beforeAll(async () => {
  world = await startFuzzWorld();
});
afterAll(() => world.close());

it(`everything that is made, changed and ended goes through its life as documented (seed ${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  const report = await liveAll(world, {
    calls: CALLS,
    seed: SEED,
    onProgress: (calls) => say(`${calls} of ${CALLS} calls in sequences, seed ${SEED}`),
  });
  for (const { what, example, times } of report.findings) say(`\n${what} (${times} times)\n${example}`);
  for (const [name, times] of report.lived) say(`${name}: ${times}`);
  expect(report.findings).toEqual([]);
  const writes = operationsOf(await world.openApi()).filter(({ method }) => method !== "GET");
  const missing = writes.map(({ name }) => name).filter((name) => !report.called.has(name));
  expect(missing.toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
});
