/** The Vite plugin that makes the pictures for other sites and devices, in the build only. */
import type { Plugin } from "vite";
import { printPictures } from "./pictures.ts";

export const pictures = (): Plugin => ({
  name: "hub:pictures",
  apply: "build",
  async generateBundle() {
    for (const [fileName, source] of await printPictures())
      this.emitFile({ type: "asset", fileName, source });
  },
});
