/** Lists the files of the built web, each with its tag and how long it may be kept; no path leads to any other file. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import type { BffEnv } from "../hono-env.ts";
import { productFolder } from "./product-files.ts";

/** Files in this folder have a hash of their content in their names. */
const HASHED = "/assets/";

/** The compressed forms that the build writes beside a file (web/compressed). */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** The folder for files that only earlier builds had, for tabs that were opened then (web/earlier). */
const EARLIER = "-earlier";

/** The folder for the booking element, which other sites load (web/embed). */
const EMBED = "-embed";

/** The folder for what only the server may read (web/prerender). */
const FOR_SERVER = "-server";

interface WebFile {
  etag: string;
  cacheControl: string;
  /** Responds with the file, in the best form that the client's `Accept-Encoding` accepts. */
  send: MiddlewareHandler<BffEnv>;
}

export interface WebFiles {
  /** A file by its decoded URL path. */
  get(path: string): WebFile | undefined;
  /** The document of every page but home, with an empty root; the browser's router fills it. */
  shell: string;
  /** The document of the home page, drawn ahead of time by the build if it can. */
  home: string;
  /** By a route's file name (`room.$slug`): the paths of the scripts that it needs beside the document's own. */
  filesByRoute: ReadonlyMap<string, readonly string[]>;
  /** The module that draws a room's page; null if the build made none. */
  drawing: string | null;
}

/** Lists the folder (`dist/web`) once, the booking element, and the files of earlier builds; null when the web has not been built. */
export function readWebFiles(folder = join(productFolder(), "dist", "web")): WebFiles | null {
  const document = (name: string) => readFileSync(join(folder, name), "utf8");
  if (!existsSync(join(folder, "index.html"))) return null;
  const folders = [`${folder}${EARLIER}`, `${folder}${EMBED}`, folder];
  const files = new Map(folders.flatMap((each) => [...filesIn(each)]));
  // They are templates: pages are made from them, and they are never served as they are.
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
  if (!existsSync(path)) throw new Error(`${path} is missing: build the web again (make build)`);
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
