/**
 * Owns the two documents of the site, each with its styles and the theme's script inside: `home.html`, the landing page drawn ahead of time, for `/`;
 * and `index.html`, the empty frame of every other page. Beside the web, `web-server` gets what the server completes them with.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import { chunkOf, filesByRoute, withImports } from "./route-files.ts";

const HOME = fileURLToPath(new URL("./home.tsx", import.meta.url));
const DRAWINGS = fileURLToPath(new URL("./drawings.tsx", import.meta.url));
const THEME = fileURLToPath(new URL("../public/theme.js", import.meta.url));
const EMPTY_ROOT = '<div id="root"></div>';

/** The start's file; the size budget measures it alone, so it may need no other at once. */
function checkLanding(bundle: Rolldown.OutputBundle): void {
  const needed = [...withImports(bundle, chunkOf(bundle, "/web/index.html"))];
  if (needed.length !== 1) throw new Error(`the landing page needs more than one file: ${needed.join(", ")}`);
}

/** Puts the stylesheet into the page: the first paint then waits for nothing but the page itself. */
function withStylesInside(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, name: string) => {
    const sheet = bundle[name];
    return sheet?.type === "asset" ? `<style>${String(sheet.source).replaceAll("</", "<\\/")}</style>` : link;
  });
}

/** Puts the theme's script into the page too, which nothing can be painted before. The server's policy names it by its hash. */
function withThemeInside(html: string, script: string): string {
  const tag = '<script src="/theme.js"></script>';
  if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`);
  return html.replace(tag, () => `<script>${script.trim()}</script>`);
}

/** Draws pages on the server; a file by itself, so that the server needs nothing of the web's sources or packages. */
async function buildDrawing(outfile: string): Promise<void> {
  await build({
    entryPoints: [DRAWINGS],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
    // React's server is CommonJS and asks for Node's own modules.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
}

export function homePage(): Plugin {
  let files: Record<string, string[]> = {};
  return {
    name: "hub:home-page",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      checkLanding(bundle);
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build made no index.html");
      const theme = await transform(readFileSync(THEME, "utf8"), { minify: true });
      const html = withThemeInside(withStylesInside(String(page.source), bundle), theme.code);
      if (!html.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`);

      const { module } = await runnerImport<typeof import("./home.tsx")>(HOME);
      const drawn = html.replace(EMPTY_ROOT, () => `<div id="root">${module.drawHome()}</div>`);
      this.emitFile({ type: "asset", fileName: "home.html", source: drawn });
      page.source = html;
      files = filesByRoute(bundle);
    },
    async writeBundle({ dir = "dist/web" }) {
      const folder = `${dir}-server`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "route-files.json"), JSON.stringify(files));
      await buildDrawing(join(folder, "drawings.js"));
    },
  };
}
