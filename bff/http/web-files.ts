/** Owns the built web: every file in memory with its type, tag and compressed forms, so that no path can lead elsewhere. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".map": "application/json",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|manifest|xml))/;
/** Smaller files fit one packet as they are. */
const WORTH_COMPRESSING = 1_000;

/** Files under here carry a hash of their content in their names. */
const HASHED = "/assets/";

/** What a Response takes as it is. */
type Bytes = Uint8Array<ArrayBuffer>;

export interface WebFile {
  type: string;
  etag: string;
  cacheControl: string;
  body: Bytes;
  /** The best form that the client's `Accept-Encoding` takes, compressed at the first asking and kept. */
  encodedFor(acceptEncoding: string): Promise<{ encoding: "br" | "gzip" | null; body: Bytes }>;
}

export interface WebFiles {
  /** A file by its URL path, percent signs and all decoded. */
  get(path: string): WebFile | undefined;
  /** What every address of the web answers with; the browser's router does the rest. */
  shell: WebFile;
  /** The home page, drawn ahead of time where the build does so. */
  home: WebFile;
  /** Compresses every file now, one after another, so that the first visitors need not wait for it. */
  compressAhead(): Promise<void>;
}

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** Reads the folder once; null when the web has not been built. */
export function readWebFiles(folder = builtWebFolder()): WebFiles | null {
  if (!existsSync(join(folder, "index.html"))) return null;
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    files.set(path, webFile(path, new Uint8Array(readFileSync(file))));
  }
  const shell = files.get("/index.html");
  if (!shell) return null;
  return {
    get: (path) => files.get(path),
    shell,
    home: files.get("/home.html") ?? shell,
    async compressAhead() {
      for (const file of files.values()) {
        await file.encodedFor("br");
        await file.encodedFor("gzip");
      }
    },
  };
}

function webFile(path: string, body: Bytes): WebFile {
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const compressible = COMPRESSIBLE.test(type) && body.length >= WORTH_COMPRESSING;
  let brotli: Promise<Bytes> | undefined;
  let gzipped: Promise<Bytes> | undefined;
  return {
    type,
    // Weak, since the compressed forms share it.
    etag: `W/"${createHash("sha1").update(body).digest("base64url")}"`,
    cacheControl: cacheControlOf(path),
    body,
    async encodedFor(acceptEncoding) {
      if (compressible && /\bbr\b/.test(acceptEncoding)) {
        brotli ??= brotliOf(body, {
          params: { [zlib.BROTLI_PARAM_QUALITY]: 10, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
        }).then((buffer) => new Uint8Array(buffer));
        return { encoding: "br", body: await brotli };
      }
      if (compressible && /\bgzip\b/.test(acceptEncoding)) {
        gzipped ??= gzipOf(body, { level: 9 }).then((buffer) => new Uint8Array(buffer));
        return { encoding: "gzip", body: await gzipped };
      }
      return { encoding: null, body };
    },
  };
}

function cacheControlOf(path: string): string {
  if (path.startsWith(HASHED)) return "public, max-age=31536000, immutable";
  return path.endsWith(".html") ? "no-cache" : "public, max-age=3600";
}

/** From source and from the bundle alike: `dist/web` beside the nearest package.json above this file. */
function builtWebFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return join(folder, "dist", "web");
    if (folder === dirname(folder)) throw new Error("There is no package.json above the BFF");
  }
}
