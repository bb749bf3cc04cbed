/** Keeps `imports` and `imported_lines`: changed in the appends that say why, read by commands and calls (decision 309). */
import type { Actor, AppendRule } from "../log/append-request.ts";
import { appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";
import type { ImportKind } from "./columns.ts";
import type { LineResult } from "./line-result.ts";

export interface NewImportRow {
  kind: ImportKind;
  fileName: string;
  digest: string;
  lines: number;
  sealedFile: string | null;
  actor: Actor;
}

/** A line that an import had made and that stayed when it was undone. */
export interface KeptLine {
  line: number;
  /** `booking 42 was moved since`. */
  text: string;
}

export const beginImportRow = (row: NewImportRow): AppendRule => appendRule("begin_import", row);
export const endImportRow = (report: readonly LineResult[]): AppendRule =>
  appendRule("end_import", { report });
export const beginUndoRow: AppendRule = { operation: "begin_undo_of_import" };
export const endUndoRow = (report: readonly KeptLine[]): AppendRule =>
  appendRule("end_undo_of_import", { report });

/** The constraints of a line: it was imported before, or its import is being undone. */
export const LINE_KNOWN = "imported_lines_once";
export const IMPORT_ENDED = "imports_stand";

/** Goes with the append that makes what the line says. */
export const noteImported = (given: {
  kind: ImportKind;
  key: string;
  importId: number;
  line: number;
}): AppendRule => appendRule("note_imported", given);

/** Goes with the append that undoes it. */
export const forgetImported = (given: { kind: ImportKind; importId: number }): AppendRule =>
  appendRule("forget_imported", given);

export interface ImportRow {
  id: number;
  kind: ImportKind;
  fileName: string;
  lines: number;
  /** How many lines are made and not undone. */
  standing: number;
  actor: Actor;
  begunAt: Date;
  endedAt: Date | null;
  undoBegunAt: Date | null;
  /** How many stood when its undoing began. */
  undoLines: number | null;
  undoneAt: Date | null;
  report: LineResult[] | null;
  undoReport: KeptLine[] | null;
}

/** Every import, the newest first, or the one with this id. */
export function listImports(sql: Sql, id?: number): Promise<ImportRow[]> {
  return sql<ImportRow[]>`
    select i.import_id as id, i.kind, i.file_name as "fileName", i.lines, i.actor, i.begun_at as "begunAt",
      (select count(*) from imported_lines l where l.import_id = i.import_id)::integer as standing,
      i.ended_at as "endedAt", i.undo_begun_at as "undoBegunAt",
      i.undo_lines as "undoLines", i.undone_at as "undoneAt", i.report,
      i.undo_report as "undoReport"
    from imports i ${id === undefined ? sql`` : sql`where i.import_id = ${id}`} order by i.import_id desc`;
}

/** An import of the same file that was begun and has not ended; null if there is none. */
export async function unfinishedImport(
  sql: Sql,
  { kind, digest }: { kind: ImportKind; digest: string },
): Promise<number | null> {
  const [found] = await sql<{ id: number }[]>`
    select import_id as id from imports
    where digest = ${digest} and kind = ${kind} and ended_at is null and undo_begun_at is null order by import_id limit 1`;
  return found?.id ?? null;
}

/** What a worker needs to apply an import whose file was kept; null once it has ended. */
export async function keptFileOf(sql: Sql, id: number): Promise<{ sealed: string; digest: string } | null> {
  const [row] = await sql<{ sealed: string; digest: string }[]>`
    select sealed_file as sealed, digest from imports
    where import_id = ${id} and sealed_file is not null`;
  return row ?? null;
}

/** Those of the keys whose lines were imported before. */
export async function knownKeys(sql: Sql, kind: ImportKind, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ key: string }[]>`
    select key from imported_lines where kind = ${kind} and key = any(${[...new Set(keys)]})`;
  return new Set(rows.map(({ key }) => key));
}

/** What the import made that is not undone, in the order of its lines. */
export function linesOf(sql: Sql, importId: number): Promise<{ line: number; streamId: number }[]> {
  return sql<{ line: number; streamId: number }[]>`
    select line, stream_id as "streamId" from imported_lines where import_id = ${importId} order by line`;
}
