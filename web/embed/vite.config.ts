/** How the booking element is built: one script at an address that never changes, for pages that are not ours. */
import { defineConfig } from "vite";
import { compressedFiles } from "../compressed/plugin.ts";

export default defineConfig({
  root: "web/embed",
  publicDir: false,
  plugins: [compressedFiles()],
  build: {
    outDir: "../../dist/web-embed",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    rolldownOptions: {
      input: "web/embed/main.ts",
      // Most of what the element shares with our pages is in files that also serve them: only what it uses is taken.
      treeshake: { moduleSideEffects: false },
      output: { format: "iife", entryFileNames: "embed.js" },
    },
  },
});
