/** Checks which files of earlier builds are kept, and for how long. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { forgetFiles, keepFiles } from "./plugin.ts";

const DAY_MS = 24 * 3600_000;

let folder: string;
let folders: { assets: string; earlier: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-earlier-"));
  folders = { assets: join(folder, "web", "assets"), earlier: join(folder, "web-earlier", "assets") };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds these files, each with its name as content, that many days from now. */
function build(names: readonly string[], day: number): void {
  keepFiles(folders);
  rmSync(folders.assets, { recursive: true, force: true });
  mkdirSync(folders.assets, { recursive: true });
  for (const name of names) writeFileSync(join(folders.assets, name), name);
  const now = Date.now() + day * DAY_MS;
  for (const name of kept()) {
    const file = join(folders.earlier, name);
    // The files that this build put aside left on this day.
    if (!leftBefore.has(name)) utimesSync(file, new Date(now), new Date(now));
  }
  forgetFiles(folders, now);
  leftBefore = new Set(kept());
}
let leftBefore = new Set<string>();
beforeEach(() => {
  leftBefore = new Set();
});

const kept = (): string[] => {
  try {
    return readdirSync(folders.earlier).toSorted();
  } catch {
    return [];
  }
};

it("keeps a file for two weeks after it left the build, however long it had been there", () => {
  build(["form-1.js", "form-1.js.br", "same-1.js"], 0);
  expect(kept()).toEqual([]);
  build(["form-2.js", "same-1.js"], 100);
  expect(kept()).toEqual(["form-1.js", "form-1.js.br"]);
  expect(readFileSync(join(folders.earlier, "form-1.js"), "utf8")).toBe("form-1.js");
  build(["form-2.js", "same-1.js"], 113);
  expect(kept()).toEqual(["form-1.js", "form-1.js.br"]);
  build(["form-3.js", "same-1.js"], 115);
  expect(kept()).toEqual(["form-2.js"]);
});

it("drops a kept file that a later build has again", () => {
  build(["form-1.js"], 0);
  build(["form-2.js"], 1);
  build(["form-1.js"], 2);
  expect(kept()).toEqual(["form-2.js"]);
});
