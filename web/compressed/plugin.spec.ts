/**
 * Checks that the build's compressed files have the content of the originals,
 * and that files for which compression saves nothing have none.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressFiles } from "./plugin.ts";

it("writes a br and a gz file beside each file that is worth compressing, in every folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "hub-compressed-"));
  const script = "hub ".repeat(1_000);
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets", "app.js"), script);
  writeFileSync(join(folder, "assets", "small.js"), "hub");
  writeFileSync(join(folder, "photo.webp"), script);
  compressFiles(folder);
  const app = (form: string) => readFileSync(join(folder, "assets", `app.js.${form}`));
  expect(brotliDecompressSync(app("br")).toString()).toBe(script);
  expect(gunzipSync(app("gz")).toString()).toBe(script);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  expect(names).toEqual([
    "assets",
    "assets/app.js",
    "assets/app.js.br",
    "assets/app.js.gz",
    "assets/small.js",
    "photo.webp",
  ]);
  rmSync(folder, { recursive: true });
});
