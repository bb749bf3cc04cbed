/** Owns the server's bundles: one file in `dist/` for each way to start it, with the packages that it needs. */
import { copyFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

/** What `node dist/<name>.js` starts. */
const entryPoints = {
  product: "bff/product.ts",
  bff: "bff/main.ts",
  worker: "projections/main.ts",
  cli: "projections/operator/cli.ts",
  migrate: "migrations/migrate.ts",
};

/** What has native parts stays in node_modules, and so does what a package looks for and we do not have. */
const NOT_BUNDLED = ["@node-rs/argon2", "sharp", "pg-native"];

// Shared pieces carry a hash in their name: those of the last build would stay forever.
rmSync("dist/shared", { recursive: true, force: true });

await build({
  entryPoints,
  outdir: "dist",
  bundle: true,
  // Code that several of them share is written once.
  splitting: true,
  chunkNames: "shared/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  // Node.js reads one file faster than the five hundred of the packages: half the time until a worker is up.
  external: NOT_BUNDLED,
  // Packages that are CommonJS ask for Node.js' own modules by `require`, which a module does not have.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  sourcemap: true,
  // Node.js reads the maps at each start: positions are enough.
  sourcesContent: false,
  logLevel: "warning",
});

// Loaded by its file, beside whichever piece starts the thread.
for (const folder of ["dist", "dist/shared"]) {
  copyFileSync("core/platform/password-thread.mjs", `${folder}/password-thread.mjs`);
}

// Served as it is, for whoever checks the log elsewhere.
copyFileSync("bff/routes/visitor/verify-log.mjs", "dist/verify-log.mjs");
