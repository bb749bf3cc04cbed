/** How the tests run: `*.spec.ts` are pure and need nothing, `*.test.ts` run on a real PostgreSQL. */
import { defineConfig } from "vitest/config";

const FOLDERS = "{core,operator,projections,bff,trials,web,migrations}";
const BROWSER_JOURNEYS = "web/e2e/**";
/** They demand that the product recovers within seconds, and start more processes than there are cores to share. */
const RUN_ALONE = [
  "trials/chaos/chaos.test.ts",
  "trials/faults/{product-faults,stopped-worker,worker-faults}.test.ts",
  "bff/dead-database.test.ts",
];

export default defineConfig({
  test: {
    // Two test files at a time: tests of races within a file need the cores for themselves.
    maxWorkers: 2,
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    projects: [
      {
        test: {
          name: "spec",
          include: [`${FOLDERS}/**/*.spec.{ts,tsx}`],
          exclude: [BROWSER_JOURNEYS],
          // The specs are pure. A module that one file has loaded need not be loaded again, and loading is half of their work.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "integration",
          include: [`${FOLDERS}/**/*.test.ts`, "client/*.test.ts"],
          exclude: [BROWSER_JOURNEYS, ...RUN_ALONE],
          globalSetup: ["migrations/test-server.ts"],
          // Every file creates a database of its own. Loading the modules once halves the processor time of all files together.
          isolate: false,
          testTimeout: 30_000,
          // What a test polls for comes within milliseconds, or later if the machine is busy with other work.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        // After the others, one file at a time.
        test: {
          name: "faults",
          include: RUN_ALONE,
          globalSetup: ["migrations/test-server.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
