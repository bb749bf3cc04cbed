/** Finds the product's own files, from source and from the bundle alike. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the nearest package.json above this file. */
export function productFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) throw new Error("There is no package.json above the BFF");
  }
}

/** A file that the build copies into `dist/`: that copy, otherwise the source. */
export function fileOfProduct(source: string, built: string): string {
  const folder = productFolder();
  const copy = join(folder, "dist", built);
  const original = join(folder, source);
  return existsSync(original) ? original : copy;
}
