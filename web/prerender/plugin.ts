/**
 * Makes the site's two documents with styles and theme script inside (`home.html`, the prerendered landing page for `/`; `index.html`, the
 * empty frame of every other page), and, in the folder `web-server` beside the web, what the server needs to complete them.
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

/** Checks that the start is one file, because the size budget measures that file alone. */
function checkLanding(bundle: Rolldown.OutputBundle): void {
  const needed = [...withImports(bundle, chunkOf(bundle, "/web/index.html"))];
  if (needed.length !== 1) throw new Error(`the landing page needs more than one file: ${needed.join(", ")}`);
}

/** Puts the stylesheet into the page, so that the first paint waits only for the page itself. */
function withStylesInside(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, name: string) => {
    const sheet = bundle[name];
    return sheet?.type === "asset" ? `<style>${String(sheet.source).replaceAll("</", "<\\/")}</style>` : link;
  });
}

/** Puts the theme's script into the page, because nothing can be painted before it has run. The server's policy names it by its hash. */
function withThemeInside(html: string, script: string): string {
  const tag = '<script src="/theme.js"></script>';
  if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`);
  return html.replace(tag, () => `<script>${script.trim()}</script>`);
}

/** Builds the server's rendering code as one file, so that the server needs none of the web's sources or packages. */
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
    // React's server code is CommonJS and requires Node's own modules.
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
