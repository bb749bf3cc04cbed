/** Owns the last line of `make test`: how much was tested. */
import { readFileSync } from "node:fs";

type VitestReport = { numPassedTests: number; numPendingTests: number; numTodoTests: number };
type PlaywrightReport = { stats: { expected: number; skipped: number; flaky: number } };

const tests: VitestReport = JSON.parse(readFileSync("test-results/vitest.json", "utf8"));
const { stats: journeys }: PlaywrightReport = JSON.parse(
  readFileSync("test-results/playwright.json", "utf8"),
);
const skipped = tests.numPendingTests + tests.numTodoTests + journeys.skipped;
const again = journeys.flaky > 0 ? ` (${journeys.flaky} at the second try)` : "";

process.stdout.write(
  `\nAll green: ${tests.numPassedTests} specs and integration tests, ${journeys.expected + journeys.flaky} browser journeys${again}, ${skipped} skipped.\n`,
);
