/** How the browser journeys run: a real Chromium against the built product, one of each for every worker. */
import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./core/testing/chromium.ts";
import type { ProductOptions } from "./web/e2e/product.ts";

/**
 * These journeys have a product of their own: holds of six seconds, so that a journey can see one expire, or opening hours of their own.
 */
const SHORT_HOLDS = /(short-hold|own-hours|waitlist-lapse).*\.spec\.ts$/;
/** The journey of a new venue, which changes everything that the others rely on. */
const DAY_ONE = /day-one.*\.spec\.ts$/;
const executablePath = chromiumPath();

export default defineConfig<object, ProductOptions>({
  testDir: "web/e2e",
  testMatch: /\.spec\.ts$/,
  outputDir: "test-results/journeys",
  // While one journey waits for its page, the other one can use the cores.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    // Animations would take a seventh of two cores; `WITH_MOTION` of `journey.ts` turns them on where a journey must bear them.
    contextOptions: { reducedMotion: "reduce" },
    // Recording every journey would take a sixth of two cores: `--trace retain-on-failure` records those that are run again.
    trace: "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "journeys", testIgnore: [SHORT_HOLDS, DAY_ONE] },
    { name: "short-holds", testMatch: SHORT_HOLDS, use: { holdMinutes: "0.1", offerMinutes: "0.4" } },
    { name: "day-one", testMatch: DAY_ONE, use: { timeZone: "Europe/London" } },
  ],
});
