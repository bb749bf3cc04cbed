/**
 * How the web is built: routes, styles, posters and other pictures, the landing page's one chunk, the prerendered home page, compressed
 * files, and the files of earlier builds.
 */
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressedFiles } from "./web/compressed/plugin.ts";
import { earlierFiles } from "./web/earlier/plugin.ts";
import { pictures } from "./web/pictures/plugin.ts";
import { posters } from "./web/posters/plugin.ts";
import { homePage } from "./web/prerender/plugin.ts";

const API = "http://localhost:3000";

export default defineConfig({
  root: "web",
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "src/routes",
      generatedRouteTree: "src/routeTree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    posters(),
    pictures(),
    homePage(),
    compressedFiles(),
    earlierFiles(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // All styles are 10 kB and are part of the page. A part that is loaded later would have to wait for styles of its own.
    cssCodeSplit: false,
    // Every browser that supports light-dark(), which the themes use, also supports modulepreload.
    target: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Everything that the landing page needs at once is one file, which the size budget measures (the home-page plugin checks it).
        entryFileNames: "assets/landing-[hash].js",
        codeSplitting: { groups: [{ name: "landing", tags: ["$initial"] }] },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      "/api": API,
      "/simulated-stripe": API,
      "/calendar": API,
      "^/invoice/[^/]+\\.pdf$": API,
      "/ws": { target: API, ws: true },
    },
  },
});
