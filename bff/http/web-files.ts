/** Owns which files the built web has, each with its tag and how long it may be kept; no path leads to any other. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import type { BffEnv } from "./hono-env.ts";
import { productFolder } from "./product-files.ts";

/** Files under here carry a hash of their content in their names. */
const HASHED = "/assets/";

/** What the build has written beside a file, for whoever takes it so (web/compressed). */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** Where the build puts files that only earlier builds had, for tabs that were opened then (web/earlier). */
const EARLIER = "-earlier";

/** Where the build puts what is for the server alone (web/prerender). */
const FOR_SERVER = "-server";

interface WebFile {
  etag: string;
  cacheControl: string;
  /** Responds with the file, in the best form that the client's `Accept-Encoding` takes. */
  send: MiddlewareHandler<BffEnv>;
}

export interface WebFiles {
  /** A file by its URL path, percent signs and all decoded. */
  get(path: string): WebFile | undefined;
  /** The document of every page but home, with nothing in it yet; the browser's router does the rest. */
  shell: string;
  /** The home page's, drawn ahead of time where the build does so. */
  home: string;
  /** By route as its file is named (`room.$slug`): the paths of the scripts that it needs beside the document's own. */
  filesByRoute: ReadonlyMap<string, readonly string[]>;
  /** The module that draws a room's page; null where the build made none. */
  drawing: string | null;
}

/** Lists the folder (`dist/web`) once, and beside it what earlier builds had; null when the web has not been built. */
export function readWebFiles(folder = join(productFolder(), "dist", "web")): WebFiles | null {
  const document = (name: string) => readFileSync(join(folder, name), "utf8");
  if (!existsSync(join(folder, "index.html"))) return null;
  const files = new Map([...filesIn(`${folder}${EARLIER}`), ...filesIn(folder)]);
  // They are templates: a page is made of one, and none is served as it is.
  files.delete("/index.html");
  files.delete("/home.html");
  const shell = document("index.html");
  const drawing = join(`${folder}${FOR_SERVER}`, "drawings.js");
  return {
    get: (path) => files.get(path),
    shell,
    home: existsSync(join(folder, "home.html")) ? document("home.html") : shell,
    filesByRoute: readRouteFiles(join(`${folder}${FOR_SERVER}`, "route-files.json")),
    drawing: existsSync(drawing) ? drawing : null,
  };
}

const RouteFiles = z.record(z.string(), z.array(z.string()));

function readRouteFiles(path: string): Map<string, string[]> {
  if (!existsSync(path)) throw new Error(`${path} is missing: build the web anew (make build)`);
  return new Map(Object.entries(RouteFiles.parse(JSON.parse(readFileSync(path, "utf8")))));
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
  return {
    // Weak, since the compressed forms share it.
    etag: `W/"${hash}"`,
    cacheControl: path.startsWith(HASHED) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    send: serveStatic<BffEnv>({ root, path, precompressed: true }),
  };
}
