/** Starts the product for journeys: each test worker has a separate one with an empty data folder, so that workers do not interfere. */
import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { test as base } from "@playwright/test";
import { freePort } from "../../core/testing/free-port.ts";
import { startProgram, stopProgram } from "../../trials/bench/servers/programs.ts";

export * from "@playwright/test";

const run = promisify(execFile);

/** The account with which a new product begins. */
export const ADMIN = { username: "admin", password: "journeys-only" };

export interface ProductOptions {
  /** How long an unpaid hold lasts, in minutes. */
  holdMinutes: string;
  /** How long an offer of the waitlist can be taken, in minutes; null: as a venue does. */
  offerMinutes: string | null;
  /** The zone of the venue (IANA); null: the product's own default. */
  timeZone: string | null;
  /** How many bookings its sample history has (`make demo`); with 0 it begins empty. */
  samples: number;
}

export const test = base.extend<object, ProductOptions & { sitePort: number; origin: string }>({
  /** Where the one other site may run that may show the booking element. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed
  sitePort: [({}, use) => freePort().then(use), { scope: "worker" }],
  holdMinutes: ["30", { option: true, scope: "worker" }],
  offerMinutes: [null, { option: true, scope: "worker" }],
  timeZone: [null, { option: true, scope: "worker" }],
  samples: [0, { option: true, scope: "worker" }],
  origin: [
    async ({ holdMinutes, offerMinutes, timeZone, samples, sitePort }, use) => {
      const port = await freePort();
      const dataDir = dataDirOf(port);
      await mkdir(dataDir, { recursive: true });
      const data = { DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password };
      if (samples > 0) await addSamples(data, samples);
      const product = await startProgram("dist/product.js", {
        ...data,
        PORT: String(port),
        HOLD_MINUTES: holdMinutes,
        RATE_LIMIT_BOOKINGS: "0",
        WEBHOOK_ALLOW: "loopback",
        EMBED_ORIGINS: `http://localhost:${sitePort}`,
        LOG_LEVEL: "warn",
        ...(offerMinutes === null ? {} : { OFFER_MINUTES: offerMinutes }),
        ...(timeZone === null ? {} : { VENUE_TIMEZONE: timeZone }),
      });
      await use(`http://localhost:${port}`);
      await stopProgram(product);
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
});

/** What `make demo` runs. */
async function addSamples(data: Readonly<Record<string, string>>, bookings: number): Promise<void> {
  const env = { PATH: "/usr/bin:/bin", ...data };
  await run(process.execPath, ["dist/migrate.js"], { env });
  await run(process.execPath, ["dist/cli.js", "demo", "--bookings", String(bookings)], { env });
}

const dataDirOf = (port: string | number): string => `test-results/data-${port}`;

/** The folder to which the product at this address writes its mails. */
export const outboxOf = (baseURL: string | undefined): string =>
  `${dataDirOf(new URL(baseURL ?? "").port)}/outbox`;
