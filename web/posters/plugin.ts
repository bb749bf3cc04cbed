/** The Vite plugin that prints the posters: the build writes them beside the page; in development they are printed on request. */
import type { Plugin } from "vite";
import { PRESSED_ROOMS } from "./motifs.ts";
import { posterPath, printPoster, VARIANTS } from "./poster.ts";

export function posters(): Plugin {
  const prints = new Map(
    PRESSED_ROOMS.flatMap((slug) =>
      VARIANTS.map((variant) => [posterPath(slug, variant), printPoster(slug, variant)] as const),
    ),
  );
  return {
    name: "hub:posters",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const print = prints.get((request.url ?? "").slice(1).split("?")[0] ?? "");
        if (!print) return next();
        response.setHeader("content-type", "image/svg+xml");
        response.end(print);
      });
    },
    generateBundle() {
      for (const [fileName, source] of prints) this.emitFile({ type: "asset", fileName, source });
    },
  };
}
