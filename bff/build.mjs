/** Owns the server's bundles: one file in `dist/` for each way to start it. Packages stay in node_modules. */
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

// Shared pieces carry a hash in their name: those of the last build would stay for ever.
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
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});

// Loaded by its file, beside whichever piece starts the thread.
for (const folder of ["dist", "dist/shared"]) {
  copyFileSync("core/platform/password-thread.mjs", `${folder}/password-thread.mjs`);
}

// Served as it is, for whoever checks the log elsewhere.
copyFileSync("bff/routes/visitor/verify-log.mjs", "dist/verify-log.mjs");
