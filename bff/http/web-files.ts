/** Owns which files the built web has, each with its tag and how long it may be kept; no path leads to any other. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import type { BffEnv } from "./hono-env.ts";
import { productFolder } from "./product-files.ts";

/** Files under here carry a hash of their content in their names. */
const HASHED = "/assets/";

/** What the build has written beside a file, for whoever takes it so (web/compressed). */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** Where the build puts files that only earlier builds had, for tabs that were opened then (web/earlier). */
const EARLIER = "-earlier";

export interface WebFile {
  isPage: boolean;
  etag: string;
  cacheControl: string;
  /** Responds with the file, in the best form that the client's `Accept-Encoding` takes. */
  send: MiddlewareHandler<BffEnv>;
}

export interface WebFiles {
  /** A file by its URL path, percent signs and all decoded. */
  get(path: string): WebFile | undefined;
  /** What every address of the web answers with; the browser's router does the rest. */
  shell: WebFile;
  /** The home page, drawn ahead of time where the build does so. */
  home: WebFile;
}

/** Lists the folder (`dist/web`) once, and beside it what earlier builds had; null when the web has not been built. */
export function readWebFiles(folder = join(productFolder(), "dist", "web")): WebFiles | null {
  if (!existsSync(join(folder, "index.html"))) return null;
  const files = new Map([...filesIn(`${folder}${EARLIER}`), ...filesIn(folder)]);
  const shell = files.get("/index.html");
  return shell ? { get: (path) => files.get(path), shell, home: files.get("/home.html") ?? shell } : null;
}

function filesIn(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || COMPRESSED_FORM.test(entry.name)) continue;
    const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`;
    files.set(path, webFile(folder, path));
  }
  return files;
}

function webFile(root: string, path: string): WebFile {
  const hash = createHash("sha1")
    .update(readFileSync(join(root, path)))
    .digest("base64url");
  const isPage = path.endsWith(".html");
  const brief = isPage ? "no-cache" : "public, max-age=3600";
  return {
    isPage,
    // Weak, since the compressed forms share it.
    etag: `W/"${hash}"`,
    cacheControl: path.startsWith(HASHED) ? "public, max-age=31536000, immutable" : brief,
    send: serveStatic<BffEnv>({ root, path, precompressed: true }),
  };
}
