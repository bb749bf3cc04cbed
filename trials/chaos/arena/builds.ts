/** Prepares the builds of the product for a run: the one in `dist/`, and copies of it in which one projection has a higher version. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** Where each of these projections states its version in the source, and so in the bundle, which is not minified. */
const VERSIONED = {
  loyalty: /(projectionOf\(\s*\{\s*table: "loyalty",[\s\S]*?\},\s*\{\s*version: )(\d+)/,
  inquiries: /(projectionOf\(inquiriesView\d*, \{\s*version: )(\d+)/,
  feedback: /(projectionOf\(\s*\{\s*table: "feedback",[\s\S]*?\},\s*\{\s*version: )(\d+)/,
} as const;

export type UpgradedProjection = keyof typeof VERSIONED;
export const UPGRADED_PROJECTIONS = Object.keys(VERSIONED) as UpgradedProjection[];

/** The folder of this checkout. */
export const productFolder = (): string => resolve(import.meta.dirname, "../../..");

/**
 * Copies the build in `from` to a folder below `into`, with the version of this projection raised by one. Throws if the version is not
 * found exactly once.
 */
export function buildWithRaisedVersion(from: string, into: string, projection: UpgradedProjection): string {
  const folder = join(into, `next-${readdirSync(into).length}`);
  const dist = join(folder, "dist");
  mkdirSync(folder, { recursive: true });
  cpSync(join(from, "dist"), dist, { recursive: true, filter: (file) => !basename(file).startsWith("web") });
  cpSync(join(from, "package.json"), join(folder, "package.json"));
  for (const name of ["node_modules", "migrations"])
    symlinkSync(join(productFolder(), name), join(folder, name));
  const raised = programsIn(dist).filter((file) => {
    const text = readFileSync(file, "utf8");
    const next = text.replace(
      VERSIONED[projection],
      (_, before, version) => `${before}${Number(version) + 1}`,
    );
    if (next === text) return false;
    writeFileSync(file, next);
    return true;
  });
  if (raised.length !== 1)
    throw new Error(`${projection} has its version in ${raised.length} files of the build, not in one`);
  return folder;
}

const programsIn = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(dist, name));
