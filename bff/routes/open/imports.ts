/** The calls by which admins import bookings and customers from other products: a dry run, applying, the list, and undoing. */
import { z } from "zod";
import { beginImport } from "../../../core/import/apply.ts";
import type { Assignment } from "../../../core/import/columns.ts";
import { type ImportRow, listImports } from "../../../core/import/import-rows.ts";
import { type PlannedImport, planImport } from "../../../core/import/plan.ts";
import { type FileAnswers, hasQuestions } from "../../../core/import/read-file.ts";
import { beginUndo } from "../../../core/import/undo.ts";
import { refuse } from "../../../core/log/rejection.ts";
import { ADMINS } from "../../../core/staff/staff.ts";
import { namesOf } from "../../../projections/views/staff.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { Import, ImportPlan, ImportUpload, ImportWithReport } from "../../contract/open/imports.ts";
import { answerCreated, answerWritten, problem, refusal } from "../../http/answers.ts";
import { ById, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite } from "../../http/openapi.ts";

const UPLOAD = {
  body: { required: true, content: { "multipart/form-data": { schema: ImportUpload } } },
};
const UPLOAD_PROBLEMS = [...FORM_PROBLEMS, "InvalidImport", "LengthRequired", "UploadsBusy"] as const;

export function importRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const admins = staffCalls(bff, "Imports", ADMINS);

  app.openapi(
    admins.post("/api/imports/dry-run", {
      summary: "Say what an import would do, line by line",
      description:
        "For admins. Nothing is written. Headers that are not known, and dates that can be read in two ways, are asked before any line is answered.",
      request: UPLOAD,
      responses: { 200: jsonAnswer("What each line would do", ImportPlan) },
      problems: UPLOAD_PROBLEMS,
    }),
    async (c) => {
      const { bytes, answers } = await uploadOf(c.req.valid("form"));
      const plan = await planImport(core, bytes, answers);
      return plan.ok ? c.json(planJson(plan), 200) : problem(c, "InvalidImport", unreadable(plan.message));
    },
  );

  app.openapi(
    admins.post("/api/imports", {
      summary: "Import a file",
      description:
        "For admins. The lines that would be made are made in the background: `GET /api/imports/{id}` shows how far it is. The same file sent again makes nothing twice. No mail is sent, and no money is taken.",
      request: UPLOAD,
      responses: { 201: jsonAnswerOfWrite("The import, begun", Import) },
      problems: [...UPLOAD_PROBLEMS, "ConcurrentChange"],
    }),
    async (c) => {
      const { bytes, answers, fileName } = await uploadOf(c.req.valid("form"));
      const plan = await planImport(core, bytes, answers);
      if (!plan.ok) return problem(c, "InvalidImport", unreadable(plan.message));
      const file = { bytes, fileName, answers };
      const begun = await beginImport(core, file, plan, { meta: staffMeta(c), keepFile: true });
      return answerCreated(c, begun, oneImport);
    },
  );

  app.openapi(
    admins.get("/api/imports", {
      summary: "Every import, the newest first",
      description: "For admins.",
      responses: { 200: jsonAnswer("The imports", z.array(Import)) },
    }),
    async (c) => c.json(await importsJson(await listImports(core.sql)), 200),
  );

  app.openapi(
    admins.get("/api/imports/{id}", {
      summary: "An import, with the lines that it did not make",
      description: "For admins. While it is applied or undone, `made` shows how far it is.",
      request: { params: ById },
      responses: { 200: jsonAnswer("The import", ImportWithReport) },
      problems: ["ImportNotFound"],
    }),
    async (c) => {
      const [row] = await listImports(core.sql, c.req.valid("param").id);
      if (!row) return refusal(c, refuse("ImportNotFound").rejection);
      const report = { report: row.report ?? [], kept: row.undoReport ?? [] };
      return c.json({ ...(await oneImport(row.id)), ...report }, 200);
    },
  );

  app.openapi(
    admins.post("/api/imports/{id}/undo", {
      summary: "Undo an import as a whole",
      description:
        "For admins. In the background: bookings on which nothing has happened since are cancelled and their hours are free again; accounts that were not claimed are removed. No mail is sent. Undoing again changes nothing.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("The import, being undone", Import) },
      problems: ["ImportNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const outcome = await beginUndo(core, c.req.valid("param").id, staffMeta(c));
      return answerWritten(c, outcome, oneImport);
    },
  );

  /** The rows are written with the events. */
  async function oneImport(id: number): Promise<Import> {
    const [found] = await importsJson(await listImports(core.sql, id));
    if (!found) throw new Error(`Import ${id} has no row`);
    return found;
  }

  async function importsJson(rows: readonly ImportRow[]): Promise<Import[]> {
    const nameOf = await namesOf(
      core.sql,
      rows.map(({ actor }) => actor),
    );
    return rows.map((row) =>
      importJson(row, row.actor.kind === "system" ? "An operator" : nameOf(row.actor)),
    );
  }
}

function importJson(row: ImportRow, by: string): Import {
  const { id, kind, fileName, lines, standing, report } = row;
  return {
    id,
    kind,
    fileName,
    state: stateOf(row),
    lines,
    made: standing,
    notMade: report?.length ?? null,
    by,
    begunAt: row.begunAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

const unreadable = (message: string) => ({ message, errors: [{ path: "file", message }] });

async function uploadOf({ file, kind, columns, days }: z.output<typeof ImportUpload>) {
  const answers: FileAnswers = {
    kind,
    columns: new Map<string, Assignment>(Object.entries(columns)),
    dayOrder: days ?? null,
  };
  return { bytes: new Uint8Array(await file.arrayBuffer()), fileName: file.name.slice(0, 200), answers };
}

const planJson = ({ read, results, words, counts }: PlannedImport): ImportPlan => ({
  ready: !hasQuestions(read),
  encoding: read.encoding,
  headers: read.headers.map((one) => ({ ...one })),
  missing: [...read.missing],
  ambiguousDate: read.ambiguousDate,
  days: read.dayOrder,
  counts,
  lines: results.map((one) => ({ ...one, what: words.get(one.line) ?? "" })),
});

function stateOf({ endedAt, undoBegunAt, undoneAt }: ImportRow): Import["state"] {
  if (undoneAt) return "undone";
  if (undoBegunAt) return "undoing";
  return endedAt ? "applied" : "applying";
}
