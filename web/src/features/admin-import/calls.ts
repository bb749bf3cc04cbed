/** Admins' calls that say what an import would do, begin one, list them and undo one. */
import { queryOptions } from "@tanstack/react-query";
import type { Import, ImportPlan, ImportWithReport } from "../../../../bff/contract/open/imports.ts";
import { staffQuery, staffRequest } from "../../api/staff-request.ts";
import { staffUpload } from "../../api/staff-upload.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

/** A file, and what the user says about it. */
export interface Upload {
  file: File;
  kind: Import["kind"];
  /** Header → column. */
  columns: Readonly<Record<string, string>>;
  days: ImportPlan["days"];
}

export const IMPORTS_KEY = [...STAFF_KEY, "imports"] as const;

const POLL_MS = 1_000;

/** `GET /api/imports`, the newest first; each second while one is applied or undone. */
export const importsQuery = queryOptions({
  ...staffQuery<Import[]>(IMPORTS_KEY, "/api/imports"),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === "applying" || state === "undoing") ? POLL_MS : false,
});

/** `GET /api/imports/{id}` */
export const importQuery = (id: number) =>
  staffQuery<ImportWithReport>([...IMPORTS_KEY, id], `/api/imports/${id}`);

function formOf({ file, kind, columns, days }: Upload): FormData {
  const form = new FormData();
  form.set("file", file);
  form.set("kind", kind);
  form.set("columns", JSON.stringify(columns));
  if (days) form.set("days", days);
  return form;
}

/** `POST /api/imports/dry-run`. @throws RequestError 400 and 413 with a message about the file. */
export const dryRun = (upload: Upload): Promise<ImportPlan> =>
  staffUpload<ImportPlan>("/api/imports/dry-run", formOf(upload));

/** `POST /api/imports`. @throws RequestError 400 and 413 with a message about the file. */
export const applyImport = (upload: Upload): Promise<Import> =>
  staffUpload<Import>("/api/imports", formOf(upload));

/** `POST /api/imports/{id}/undo` */
export const undoImport = (id: number): Promise<Import> =>
  staffRequest<Import>("POST", `/api/imports/${id}/undo`);
