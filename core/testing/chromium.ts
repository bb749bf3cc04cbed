/** Finds the Chromium for the browser journeys: the one in the environment, otherwise the system's, otherwise Playwright's own. */
import { existsSync } from "node:fs";

const SYSTEM_PATHS = [
  // Debian's build without windows takes two thirds of the processor time of the full one.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Undefined: Playwright's own, if it is installed. */
export function chromiumPath(): string | undefined {
  // biome-ignore lint/style/noProcessEnv: which browser the tests use is the tests' own configuration, not the product's
  return process.env.CHROMIUM_PATH || SYSTEM_PATHS.find((path) => existsSync(path));
}
