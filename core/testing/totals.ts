/** Prints the last line of `make test`: how much was tested. */
import { readFileSync } from "node:fs";

type VitestReport = { numPassedTests: number; numPendingTests: number; numTodoTests: number };
type PlaywrightReport = { stats: { expected: number; skipped: number; flaky: number } };

const tests: VitestReport = JSON.parse(readFileSync("test-results/vitest.json", "utf8"));
const { stats: journeys }: PlaywrightReport = JSON.parse(
  readFileSync("test-results/playwright.json", "utf8"),
);
const skipped = tests.numPendingTests + tests.numTodoTests + journeys.skipped;

process.stdout.write(
  `\nAll green: ${tests.numPassedTests} specs and integration tests, ${journeys.expected} browser journeys, ${skipped} skipped.\n`,
);
