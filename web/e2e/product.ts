/** Starts the product for journeys: each test worker has a separate one with an empty data folder, so that workers do not interfere. */
import { mkdir, rm } from "node:fs/promises";
import { test as base } from "@playwright/test";
import { freePort } from "../../core/testing/free-port.ts";
import { startProgram, stopProgram } from "../../trials/bench/servers/programs.ts";

export * from "@playwright/test";

export interface ProductOptions {
  /** How long an unpaid hold lasts, in minutes. */
  holdMinutes: string;
  /** The zone of the venue (IANA); null: the product's own default. */
  timeZone: string | null;
}

export const test = base.extend<object, ProductOptions & { origin: string }>({
  holdMinutes: ["30", { option: true, scope: "worker" }],
  timeZone: [null, { option: true, scope: "worker" }],
  origin: [
    async ({ holdMinutes, timeZone }, use) => {
      const port = await freePort();
      const dataDir = dataDirOf(port);
      await mkdir(dataDir, { recursive: true });
      const product = await startProgram("dist/product.js", {
        PORT: String(port),
        DATA_DIR: dataDir,
        HOLD_MINUTES: holdMinutes,
        RATE_LIMIT_BOOKINGS: "0",
        ADMIN_PASSWORD: "journeys-only",
        LOG_LEVEL: "warn",
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

const dataDirOf = (port: string | number): string => `test-results/data-${port}`;

/** The folder to which the product at this address writes its mails. */
export const outboxOf = (baseURL: string | undefined): string =>
  `${dataDirOf(new URL(baseURL ?? "").port)}/outbox`;
