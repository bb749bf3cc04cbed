/** Shows that every call answers as its document says, whatever is sent. */
import { writeSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shortOrLong } from "../../core/testing/test-length.ts";
import { fuzz } from "./fuzz.ts";
import { type FuzzWorld, startFuzzWorld } from "./fuzz-world.ts";

// biome-ignore lint/style/noProcessEnv: the length and the seed are settings of the fuzz, not of the product
const { FUZZ_COUNT, FUZZ_SEED } = process.env;
const COUNT = Number(FUZZ_COUNT ?? shortOrLong(500, 20_000));
const SEED = Number(FUZZ_SEED ?? 20_261_201);

/** Prints progress if the length was set; the short form in `make test` prints nothing unless it fails. */
const say = (text: string): void => void (FUZZ_COUNT === undefined || writeSync(2, `${text}\n`));

let world: FuzzWorld;
beforeAll(async () => {
  world = await startFuzzWorld();
});
afterAll(() => world.close());

it(`answers as documented, whatever is sent (${COUNT} requests, seed ${SEED})`, {
  timeout: 3_600_000,
}, async () => {
  const began = performance.now();
  const report = await fuzz(world, {
    count: COUNT,
    seed: SEED,
    onProgress(sent, findings) {
      if (sent % 1_000 !== 0 && sent !== COUNT) return;
      const perSecond = Math.round(sent / ((performance.now() - began) / 1_000));
      say(`${sent} of ${COUNT} requests, ${perSecond}/s, ${findings} findings, seed ${SEED}`);
    },
  });
  for (const { what, example, times } of report.findings) say(`\n${what} (${times} times)\n${example}`);
  for (const [name, byStatus] of report.answers) {
    say(`${name}: ${[...byStatus].map(([status, times]) => `${status} × ${times}`).join(", ")}`);
  }
  expect(report.findings).toEqual([]);
});
