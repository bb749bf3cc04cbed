/** What auditors download from the log (decision 190): an event's proof, an export, and the head that both are checked against. */
import type { TypedResponse } from "hono";
import { z } from "zod";
import { LOG_READERS } from "../../../core/staff/staff.ts";
import { proofAt } from "../../../core/transparency/event-proofs.ts";
import { exportLines } from "../../../core/transparency/export-lines.ts";
import {
  checkpointsOfSize,
  newestCheckpoint,
  withCosignatures,
} from "../../../core/transparency/seal-tables.ts";
import { staffCalls } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { LOG_SIZE_HEADER, LogExportQuery } from "../../contract/auditor/audit.ts";
import { problem } from "../../http/answers.ts";
import { fileHeaders, streamText } from "../../http/files/files.ts";
import { calls, PathId } from "../../http/openapi.ts";

const TEXT = "text/plain; charset=utf-8";
const LINES = "application/x-ndjson";
const SIZED = z.object({
  [LOG_SIZE_HEADER]: z.string().meta({
    description: "How many events the head has that covers the lines: `/log/checkpoint/{size}`",
    examples: ["812"],
  }),
});

/** An index in the tree, from 0; null for a text that cannot be one. */
const PathIndex = z
  .string()
  .transform((text) => (/^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null))
  .meta({ type: "integer", minimum: 0, examples: [12] });

export function logDownloadRoutes(app: App, bff: Bff): void {
  const visitors = calls("Log");
  const { sql } = bff.core;
  const logReaders = staffCalls(bff, "Log", LOG_READERS);

  app.openapi(
    visitors.get("/log/checkpoint/{size}", {
      summary: "The log's signed head of a size",
      description: "As `/log/checkpoint`, for an earlier head: the one that covers an export or a proof.",
      request: { params: z.object({ size: PathId }) },
      responses: { 200: { description: "A signed note", content: { "text/plain": { schema: z.string() } } } },
      problems: ["UnknownCheckpoint"],
    }),
    async (c) => {
      const head = (await checkpointsOfSize(sql, c.req.valid("param").size)).at(-1);
      if (!head) return problem(c, "UnknownCheckpoint");
      const note = await withCosignatures(sql, head);
      return c.text(note, 200, { "Content-Type": TEXT, "Cache-Control": "public, max-age=60" });
    },
  );

  app.openapi(
    logReaders.get("/log/proof/{index}", {
      summary: "An event's proof file",
      description:
        "For auditors, managers and admins. A C2SP tlog-proof under the newest head: `/log/verify-log.mjs` checks it.",
      request: { params: z.object({ index: PathIndex }) },
      responses: { 200: { description: "The file", content: { "text/plain": { schema: z.string() } } } },
      problems: ["NotFound"],
    }),
    async (c) => {
      const { index } = c.req.valid("param");
      const proof = index === null ? null : await proofAt(sql, index);
      return proof ? c.text(proof.text, 200, fileHeaders(TEXT, proof.name)) : problem(c, "NotFound");
    },
  );

  app.openapi(
    logReaders.get("/log/export", {
      summary: "Sealed events, a line each",
      description:
        "For auditors, managers and admins. NDJSON as `make export` writes it; a part of the log carries each event's proof. Store `/log/checkpoint/{size}`, with the size in the header, beside it: a file of the same name with `.checkpoint` appended.",
      request: { query: LogExportQuery },
      responses: {
        200: { description: "The lines", headers: SIZED, content: { [LINES]: { schema: z.string() } } },
      },
      problems: ["InvalidData", "NothingSealed", "UnknownCheckpoint"],
    }),
    async (c) => {
      const { stream = null, from = null, to = null, size } = c.req.valid("query");
      const head =
        size === undefined ? await newestCheckpoint(sql) : (await checkpointsOfSize(sql, size)).at(-1);
      if (!head) return problem(c, size === undefined ? "NothingSealed" : "UnknownCheckpoint");
      const lines = exportLines(sql, head.size, { stream, from, to });
      const name = [stream ?? "log", head.size].join("-");
      const response = c.body(streamText(lines), 200, {
        ...fileHeaders(LINES, `${name}.ndjson`),
        [LOG_SIZE_HEADER]: String(head.size),
      });
      return response as typeof response & TypedResponse<string, 200, "text">; // written while it is read
    },
  );
}
