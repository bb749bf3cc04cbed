/** Compresses the built files once, in the build, instead of at every request. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|webmanifest|txt|xml|map)$/;

/** Smaller files fit into one packet uncompressed. */
const WORTH_COMPRESSING = 1_000;

export const compressedFiles = (): Plugin => ({
  name: "hub:compressed-files",
  apply: "build",
  writeBundle: ({ dir }) => compressFiles(dir ?? "dist/web"),
});

export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!COMPRESSIBLE.test(name)) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    if (content.length < WORTH_COMPRESSING) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
