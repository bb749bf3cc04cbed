/** Checks that the build's compressed forms hold what the file holds, and that none is made where it saves nothing. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressFiles } from "./plugin.ts";

it("writes what is worth compressing as br and gz beside it, whatever folder it is in", () => {
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
