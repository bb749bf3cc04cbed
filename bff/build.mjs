/** Builds the server's bundles: one file in `dist/` for each program, with the packages that it needs. */
import { copyFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

/** The programs that `node dist/<name>.js` starts. */
const entryPoints = {
  product: "bff/product.ts",
  bff: "bff/main.ts",
  worker: "projections/main.ts",
  cli: "operator/cli.ts",
  migrate: "migrations/migrate.ts",
};

/**
 * Packages stay in node_modules if they have native parts, or read files of their own folder, as those that print PDFs do.
 * So do packages that another package looks for and that we do not have.
 */
const NOT_BUNDLED = ["@node-rs/argon2", "sharp", "pdfkit", "fontkit", "pg-native"];

// Shared chunks have a hash in their name: those of the last build would stay forever.
rmSync("dist/shared", { recursive: true, force: true });

await build({
  entryPoints,
  outdir: "dist",
  bundle: true,
  // Code that several programs share is written once.
  splitting: true,
  chunkNames: "shared/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20",
  // Node.js reads one file faster than the five hundred files of the packages: this halves the time until a worker is up.
  external: NOT_BUNDLED,
  // CommonJS packages load Node.js' own modules by `require`, which an ES module does not have.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  sourcemap: true,
  // Node.js reads the source maps at each start: positions are enough.
  sourcesContent: false,
  logLevel: "warning",
});

// Loaded by its file name, next to the chunk that starts the thread.
for (const folder of ["dist", "dist/shared"]) {
  copyFileSync("core/platform/secrets/password-thread.mjs", `${folder}/password-thread.mjs`);
}

// Served as it is, for people who check the log elsewhere.
copyFileSync("bff/routes/visitor/verify-log.mjs", "dist/verify-log.mjs");
