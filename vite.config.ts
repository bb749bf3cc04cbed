/** Owns how the web is built: routes, styles, posters and other pictures, the landing page's one chunk, home drawn ahead of time, compressed forms, and the files of earlier builds. */
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
    // All of it is 10 kB, and stands in the page: what a part brought by itself would be waited for.
    cssCodeSplit: false,
    // Every browser that knows light-dark() (which the themes use) knows modulepreload too.
    target: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the landing page needs at once is one file, which the size budget measures (home-page plugin checks it).
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
      "/ws": { target: API, ws: true },
    },
  },
});
