/** The log's public calls (C2SP tlog-tiles, decision 188): its signed head, keys and hashes for everyone, its entries for auditors. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { LOG_READERS } from "../../../core/staff/staff.ts";
import { cosign } from "../../../core/transparency/add-cosignature.ts";
import { entryBytes } from "../../../core/transparency/entry.ts";
import {
  hashReader,
  newestCheckpoint,
  readKeys,
  withCosignatures,
} from "../../../core/transparency/seal-tables.ts";
import { readSealedEvents } from "../../../core/transparency/sealed-events.ts";
import {
  encodeBundle,
  hashesAt,
  parseBundlePath,
  parseTilePath,
  TILE_WIDTH,
} from "../../../core/transparency/tiles.ts";
import { requireStaff, STAFF_PROBLEMS } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { problem } from "../../http/answers.ts";
import { fileOfProduct } from "../../http/files/product-files.ts";
import { OPEN_TO_ALL, problems } from "../../http/openapi.ts";
import { logDownloadRoutes } from "../auditor/log-downloads.ts";

const TEXT = "text/plain; charset=utf-8";
const BYTES = "application/octet-stream";
/** A head is valid for seconds, a tile forever. */
const BRIEFLY = "public, max-age=1";
const FOR_EVER = "public, max-age=31536000, immutable";

const ENTRIES = "/log/tile/entries/";
const TILES = "/log/tile/";

export function logRoutes(app: App, bff: Bff): void {
  const { sql } = bff.core;
  document(app);
  app.use("/log/*", bff.securityLog.watch);

  app.get("/log/checkpoint", async (c) => {
    const head = await newestCheckpoint(sql);
    if (!head) return problem(c, "NothingSealed");
    return c.body(await withCosignatures(sql, head), 200, { "Content-Type": TEXT, "Cache-Control": BRIEFLY });
  });

  app.get("/log/key", async (c) => {
    const vkeys = new Set((await readKeys(sql)).map(({ vkey }) => vkey));
    if (vkeys.size === 0) return problem(c, "NothingSealed");
    const text = [...vkeys].map((vkey) => `${vkey}\n`).join("");
    return c.body(text, 200, { "Content-Type": TEXT, "Cache-Control": "public, max-age=60" });
  });

  app.post("/log/add-cosignature", bff.bodies.small, async (c) => {
    const cosigned = await cosign(sql, await c.req.text(), bff.witnessKeys);
    if (cosigned.ok) {
      return c.body(cosigned.checkpoint, 200, { "Content-Type": TEXT, "Cache-Control": "no-store" });
    }
    switch (cosigned.reason) {
      case "malformed":
        return problem(c, "MalformedCheckpoint");
      case "unknown-checkpoint":
        return problem(c, "UnknownCheckpoint");
      case "no-witness":
        return problem(c, "UnknownWitness");
    }
  });

  app.get("/log/verify-log.mjs", (c) =>
    c.body(checker(), 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    }),
  );

  app.use(`${ENTRIES}*`, requireStaff(bff, LOG_READERS));
  app.get(`${ENTRIES}*`, async (c) => {
    const bundle = parseBundlePath(c.req.path.slice(ENTRIES.length));
    const size = (await newestCheckpoint(sql))?.size ?? 0;
    const first = (bundle?.n ?? 0) * TILE_WIDTH;
    if (!bundle || first + bundle.width > size) return problem(c, "NotFound");
    const sealed = await readSealedEvents(sql, { first, size, limit: bundle.width });
    const entries = sealed.flatMap(({ entry }) => (entry ? [entryBytes(entry)] : []));
    if (entries.length < bundle.width) return problem(c, "NotFound");
    const bytes = encodeBundle(entries);
    const zipped = /\bgzip\b/.test(c.req.header("Accept-Encoding") ?? "");
    return c.body(new Uint8Array(zipped ? gzipSync(bytes) : bytes), 200, {
      "Content-Type": BYTES,
      Vary: "Accept-Encoding",
      ...(zipped ? { "Content-Encoding": "gzip" } : {}),
    });
  });

  app.get(`${TILES}*`, async (c) => {
    const tile = parseTilePath(c.req.path.slice(TILES.length));
    const size = (await newestCheckpoint(sql))?.size ?? 0;
    const first = (tile?.n ?? 0) * TILE_WIDTH;
    // Hashes that no signed head covers yet are not served: nothing guarantees that they stay.
    if (!tile || first + tile.width > hashesAt(tile.level, size)) return problem(c, "NotFound");
    const hashes = await hashReader(sql)(tile.level, first, tile.width);
    return c.body(new Uint8Array(Buffer.concat(hashes)), 200, {
      "Content-Type": BYTES,
      "Cache-Control": FOR_EVER,
    });
  });

  logDownloadRoutes(app, bff);

  app.all("/log/*", (c) => problem(c, "NotFound"));
}

let checkerText: string | undefined;
function checker(): string {
  checkerText ??= readFileSync(fileOfProduct("bff/routes/visitor/verify-log.mjs", "verify-log.mjs"), "utf8");
  return checkerText;
}

/** Their addresses contain slashes, which the router of the described calls does not accept, so they are described separately. */
function document(app: App): void {
  const text = { "text/plain": { schema: z.string() } };
  const bytes = { [BYTES]: { schema: z.string().meta({ format: "binary" }) } };
  const describe = app.openAPIRegistry.registerPath.bind(app.openAPIRegistry);
  const tags = ["Log"];

  describe({
    method: "get",
    path: "/log/checkpoint",
    security: OPEN_TO_ALL,
    tags,
    summary: "The log's newest signed head",
    description: "A C2SP checkpoint, with the cosignatures that it has.",
    responses: { 200: { description: "A signed note", content: text }, ...problems("NothingSealed") },
  });
  describe({
    method: "get",
    path: "/log/key",
    security: OPEN_TO_ALL,
    tags,
    summary: "The keys that sign the log's heads",
    description: "A verifier key a line, the newest first: every one that ever signed.",
    responses: { 200: { description: "The keys", content: text }, ...problems("NothingSealed") },
  });
  describe({
    method: "get",
    path: "/log/tile/{level}/{tile}",
    security: OPEN_TO_ALL,
    tags,
    summary: "Hashes of the log's tree",
    description:
      "C2SP tlog-tiles: `0/000`, `0/x001/234`, `1/000.p/5`. 256 hashes of 32 bytes, or as many as `.p/` says.",
    request: { params: z.object({ level: z.string(), tile: z.string() }) },
    responses: { 200: { description: "The hashes", content: bytes }, ...problems("NotFound") },
  });
  describe({
    method: "get",
    path: "/log/tile/entries/{tile}",
    security: [{ session: [] }],
    tags,
    summary: "The log's entries",
    description:
      "For auditors, managers and admins. Addressed like tiles of level 0; each entry after its length in two bytes.",
    request: { params: z.object({ tile: z.string() }) },
    responses: {
      200: { description: "The entries", content: bytes },
      ...problems(...STAFF_PROBLEMS, "NotFound"),
    },
  });
  describe({
    method: "post",
    path: "/log/add-cosignature",
    security: OPEN_TO_ALL,
    tags,
    summary: "Countersign a head",
    description:
      "A checkpoint as it was published, with further signature lines (C2SP cosignature/v1). Those of known witnesses are kept.",
    request: { body: { required: true, content: text } },
    responses: {
      200: { description: "The checkpoint with all its cosignatures", content: text },
      ...problems("MalformedCheckpoint", "UnknownCheckpoint", "UnknownWitness", "BodyTooLarge"),
    },
  });
}
