/**
 * Owns keeping the files of earlier builds for a while: a tab that was opened before a deployment still asks for them. They lie beside the
 * built web, and leave two weeks after the build that had them last.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const KEPT_MS = 14 * 24 * 3600_000;

export function earlierFiles(): Plugin {
  let built = "";
  const folders = () => ({ assets: join(built, "assets"), earlier: join(`${built}-earlier`, "assets") });
  return {
    name: "hub:earlier-files",
    apply: "build",
    configResolved: ({ root, build }) => {
      built = resolve(root, build.outDir);
    },
    // The folder is emptied after this and written anew before that.
    buildStart: () => keepFiles(folders()),
    closeBundle: () => forgetFiles(folders(), Date.now()),
  };
}

interface Folders {
  /** The hashed files of the build that is served. */
  assets: string;
  /** Those that only earlier builds had. */
  earlier: string;
}

/** Before a build: what the last one had is put aside. A copy's time of change is when it left. */
export function keepFiles({ assets, earlier }: Folders): void {
  if (!existsSync(assets)) return;
  mkdirSync(earlier, { recursive: true });
  for (const name of readdirSync(assets)) copyFileSync(join(assets, name), join(earlier, name));
}

/** After a build: what it has again is not an earlier file, and what left more than two weeks ago goes. `now` in milliseconds. */
export function forgetFiles({ assets, earlier }: Folders, now: number): void {
  if (!existsSync(earlier)) return;
  for (const name of readdirSync(earlier)) {
    const file = join(earlier, name);
    const left = now - statSync(file).mtimeMs;
    if (left > KEPT_MS || existsSync(join(assets, name))) rmSync(file);
  }
}
