/** Owns what counts as used: every program, test and tool's config is a root, and what none of them reaches is dead. */
import type { KnipConfig } from "knip";

export default {
  entry: [
    "bff/{main,product}.ts",
    "bff/build.mjs",
    "bff/bench/*.ts",
    "core/bench/*.ts",
    "core/testing/{require-chromium,totals}.ts",
    "migrations/{migrate,test-server}.ts",
    "projections/main.ts",
    "projections/operator/cli.ts",
    "projections/bench/*.ts",
    "web/src/start/main.tsx",
    "web/prerender/home.tsx",
    "{core,projections,bff,web,migrations}/**/*.{spec,test}.{ts,tsx}",
  ],
  project: ["{core,projections,bff,web,migrations}/**/*.{ts,tsx,mjs}"],
} satisfies KnipConfig;
