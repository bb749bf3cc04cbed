/**
 * Keeps the files that left the build for two weeks more, in a folder beside the built web,
 * because a tab that was opened before a deployment still asks for them.
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
    // Vite empties the folder after `buildStart`, and has written it again before `closeBundle`.
    buildStart: () => keepFiles(folders()),
    closeBundle: () => forgetFiles(folders(), Date.now()),
  };
}

interface Folders {
  /** The hashed files of the current build. */
  assets: string;
  /** The files that only earlier builds had. */
  earlier: string;
}

/** Before a build: copies the files of the last build. A copy's modification time is when its file left. */
export function keepFiles({ assets, earlier }: Folders): void {
  if (!existsSync(assets)) return;
  mkdirSync(earlier, { recursive: true });
  for (const name of readdirSync(assets)) copyFileSync(join(assets, name), join(earlier, name));
}

/**
 * After a build: deletes the copies of files that the build has again, and
 * those that left more than two weeks ago. `now` is in milliseconds.
 */
export function forgetFiles({ assets, earlier }: Folders, now: number): void {
  if (!existsSync(earlier)) return;
  for (const name of readdirSync(earlier)) {
    const file = join(earlier, name);
    const left = now - statSync(file).mtimeMs;
    if (left > KEPT_MS || existsSync(join(assets, name))) rmSync(file);
  }
}
