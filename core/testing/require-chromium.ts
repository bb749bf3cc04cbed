/** Checks that there is a Chromium for the browser journeys, and prints what to do if there is none. */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { chromiumPath } from "./chromium.ts";

if (!existsSync(chromiumPath() ?? chromium.executablePath())) {
  process.stderr.write(`
The browser journeys need a Chromium, and none was found. Either of these brings one:

  sudo apt-get install chromium-headless-shell fonts-liberation   (Debian)
  npx playwright install --with-deps chromium

or set CHROMIUM_PATH to one that you have. Everything else: npx vitest run
`);
  process.exit(1);
}
