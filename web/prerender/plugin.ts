/**
 * Owns the two documents of the site: `home.html`, the landing page drawn ahead of time with its styles inside, for `/`;
 * and `index.html`, the empty frame with the router's code announced, for every other page.
 */
import { fileURLToPath } from "node:url";
import { type Plugin, type Rolldown, runnerImport } from "vite";

const HOME = fileURLToPath(new URL("./home.tsx", import.meta.url));
const EMPTY_ROOT = '<div id="root"></div>';

/** A chunk and everything it imports at once. */
function withImports(bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== "chunk") return found;
  found.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

/** The start's file; the size budget measures it alone, so it may need no other at once. */
function checkLanding(bundle: Rolldown.OutputBundle): void {
  const needed = [...withImports(bundle, chunkOf(bundle, "/web/index.html"))];
  if (needed.length !== 1) throw new Error(`the landing page needs more than one file: ${needed.join(", ")}`);
}

function chunkOf(bundle: Rolldown.OutputBundle, path: string): string {
  const chunk = Object.values(bundle).find(
    (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(path),
  );
  if (!chunk) throw new Error(`the build made no chunk for ${path}`);
  return chunk.fileName;
}

/** Puts the stylesheet into the page: the first paint then waits for nothing but the page itself. */
function withStylesInside(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, name: string) => {
    const sheet = bundle[name];
    return sheet?.type === "asset" ? `<style>${String(sheet.source).replaceAll("</", "<\\/")}</style>` : link;
  });
}

export function homePage(): Plugin {
  return {
    name: "hub:home-page",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      checkLanding(bundle);
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("the build made no index.html");
      const html = String(page.source);
      if (!html.includes(EMPTY_ROOT)) throw new Error(`index.html has no ${EMPTY_ROOT}`);

      const { module } = await runnerImport<typeof import("./home.tsx")>(HOME);
      const drawn = html.replace(EMPTY_ROOT, () => `<div id="root">${module.drawHome()}</div>`);
      this.emitFile({ type: "asset", fileName: "home.html", source: withStylesInside(drawn, bundle) });

      const needed = [...withImports(bundle, chunkOf(bundle, "/web/src/start/app.tsx"))].filter(
        (name) => !html.includes(`"/${name}"`),
      );
      const announced = needed.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
      page.source = html.replace("</head>", () => `${announced.join("\n    ")}\n  </head>`);
    },
  };
}
