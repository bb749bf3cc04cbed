/** Lists the built files that each page needs at once, so that a browser can ask for all of them as soon as it has the page. */
import type { Rolldown } from "vite";

/** A chunk and everything that it imports statically. */
export function withImports(
  bundle: Rolldown.OutputBundle,
  name: string,
  found = new Set<string>(),
): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== "chunk") return found;
  found.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
}

/** The chunk that was built from this module. */
export function chunkOf(bundle: Rolldown.OutputBundle, path: string): string {
  const chunk = Object.values(bundle).find(
    (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(path),
  );
  if (!chunk) throw new Error(`the build made no chunk for ${path}`);
  return chunk.fileName;
}

const ROUTE_MODULE = /\/web\/src\/routes\/([^?]+)\.tsx(?:\?|$)/;

/**
 * The files that each route needs besides the landing page's file. The key is the name of the route's file (`room.$slug`): a folder
 * becomes a dot, and a group in parentheses is left out. `__root` is every page under the router. New routes are included by themselves.
 */
export function filesByRoute(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const landing = withImports(bundle, chunkOf(bundle, "/web/index.html"));
  const shared = withImports(bundle, chunkOf(bundle, "/web/src/start/app.tsx"));
  const needed = new Map([["__root", shared]]);
  for (const output of Object.values(bundle)) {
    const module = output.type === "chunk" && ROUTE_MODULE.exec(output.facadeModuleId ?? "")?.[1];
    if (!module) continue;
    const route = module.replace(/\(.*\)\//, "").replaceAll("/", ".");
    const known = needed.get(route) ?? new Set(shared);
    needed.set(route, withImports(bundle, output.fileName, known));
  }
  return Object.fromEntries(
    [...needed].map(([route, files]) => [
      route,
      [...files].filter((name) => !landing.has(name)).map((name) => `/${name}`),
    ]),
  );
}
