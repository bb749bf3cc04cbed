/** Owns the browser journeys: a real Chromium against the built product on an empty data folder. */
import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./core/testing/chromium.ts";

const PORT = 4310;
/** The same product with holds of six seconds, so that a journey can see one expire. */
const SHORT_HOLDS_PORT = 4311;
/** Also whatever sets the house's hours, which the other journeys count on. */
const SHORT_HOLDS = /(short-hold|own-hours).*\.spec\.ts$/;
const executablePath = chromiumPath();

function product(port: number, holdMinutes: string) {
  const dataDir = `test-results/data-${port}`;
  return {
    command: `rm -rf ${dataDir} && exec node dist/product.js`,
    url: `http://localhost:${port}/readyz`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      HOLD_MINUTES: holdMinutes,
      RATE_LIMIT_BOOKINGS: "0",
      ADMIN_PASSWORD: "journeys-only",
      LOG_LEVEL: "warn",
      // The journeys' own database and the simulated provider, whatever the shell is set up for.
      DATABASE_URL: "",
      DATABASE_OWNER_URL: "",
      STRIPE_SECRET_KEY: "",
      STRIPE_PUBLISHABLE_KEY: "",
      STRIPE_WEBHOOK_SECRET: "",
      SMTP_URL: "",
    },
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
  };
}

export default defineConfig({
  testDir: "web/e2e",
  testMatch: /\.spec\.ts$/,
  outputDir: "test-results/journeys",
  // One browser at a time: two cores serve the browser, the product and its database.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    // Without a film of every journey, which takes a fifth of two cores.
    trace: { mode: "retain-on-failure", screenshots: false },
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
    { name: "journeys", testIgnore: SHORT_HOLDS, use: { baseURL: `http://localhost:${PORT}` } },
    { name: "short-holds", testMatch: SHORT_HOLDS, use: { baseURL: `http://localhost:${SHORT_HOLDS_PORT}` } },
  ],
  webServer: [product(PORT, "30"), product(SHORT_HOLDS_PORT, "0.1")],
});
