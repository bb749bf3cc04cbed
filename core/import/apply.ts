/** Applies an import: begins it or goes on with one that was interrupted, makes its lines, and ends it (decision 309). */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Core } from "../context.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type refuse, refuseField } from "../log/rejection.ts";
import { transact } from "../log/transact.ts";
import { type Assignment, IMPORT_KINDS } from "./columns.ts";
import { decide, type ImportStep, importStream } from "./import.ts";
import { beginImportRow, endImportRow, keptFileOf, linesOf, unfinishedImport } from "./import-rows.ts";
import type { LineResult } from "./line-result.ts";
import { ImportStopped } from "./make-lines.ts";
import { type PlannedImport, planImport } from "./plan.ts";
import { type FileAnswers, hasQuestions } from "./read-file.ts";
import { DAY_ORDERS } from "./read-values.ts";

export interface ImportFile {
  bytes: Uint8Array;
  /** What the user calls it; only for the list of imports. */
  fileName: string;
  answers: FileAnswers;
}

/** The meta of all that an import makes or undoes. */
export const importMeta = (importId: number, { actor, requestId }: EventMeta): EventMeta => ({
  actor,
  requestId,
  import: importId,
});

export async function stepImport(
  core: Core,
  id: number | null,
  step: ImportStep,
  { meta, rules, commandId }: { meta: EventMeta; rules: readonly AppendRule[]; commandId: string },
): Promise<Outcome<number>> {
  const outcome = await transact(core, importStream, id, {
    commandId,
    meta,
    decide: (state) => decide(step, state),
    appendRules: () => rules,
  });
  return outcome.ok ? { ...outcome, value: outcome.value.id } : outcome;
}

/** `InvalidImport` if something has to be asked first. */
const refuseQuestions = (): ReturnType<typeof refuse> =>
  refuseField("InvalidImport", "columns", "Say first what each column is, and the order of day and month");

/**
 * Begins the import of a planned file, or answers the one of the same file that was interrupted. With `keepFile`, the file is kept, sealed,
 * for the worker that applies it.
 */
export async function beginImport(
  core: Core,
  { bytes, fileName, answers }: ImportFile,
  plan: PlannedImport,
  { meta, keepFile }: { meta: EventMeta; keepFile: boolean },
): Promise<Outcome<number>> {
  if (hasQuestions(plan.read)) return refuseQuestions();
  const { kind } = answers;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const unfinished = await unfinishedImport(core.sql, { kind, digest });
  if (unfinished !== null) return { ok: true, value: unfinished, position: null };
  const row = {
    kind,
    fileName,
    digest,
    lines: plan.results.length,
    sealedFile: keepFile ? core.vault.seal(keptText(bytes, answers), digest) : null,
    actor: meta.actor,
  };
  return stepImport(
    core,
    null,
    { type: "Begin", kind, lines: row.lines },
    {
      meta,
      rules: [beginImportRow(row)],
      commandId: `import:${meta.requestId}:${digest}:${core.clock.now().getTime()}`,
    },
  );
}

/** Makes the planned lines and ends the import. Throws `ImportStopped` if it is undone meanwhile. */
export async function applyImport(
  core: Core,
  id: number,
  plan: PlannedImport,
  meta: EventMeta,
  onTried: (done: number, total: number) => void = () => undefined,
): Promise<LineResult[]> {
  const results = await plan.make({ importId: id, meta: importMeta(id, meta) }, onTried);
  // Lines that this import had made before it was interrupted are made, not imported by another.
  const standing = new Set((await linesOf(core.sql, id)).map(({ line }) => line));
  const report = results.filter(({ line }) => !standing.has(line));
  const step = { type: "End", made: standing.size, notMade: report.length } as const;
  const ended = await stepImport(core, id, step, {
    meta,
    rules: [endImportRow(report)],
    commandId: `import-${id}:end`,
  });
  if (!ended.ok) throw new Error(`Import ${id} could not be ended: ${ended.rejection.code}`);
  return results;
}

const KeptFile = z.object({
  file: z.base64(),
  kind: z.enum(IMPORT_KINDS),
  columns: z.array(z.tuple([z.string(), z.custom<Assignment>()])),
  dayOrder: z.enum(DAY_ORDERS).nullable(),
});

const keptText = (bytes: Uint8Array, { kind, columns, dayOrder }: FileAnswers): string =>
  JSON.stringify({ file: Buffer.from(bytes).toString("base64"), kind, columns: [...columns], dayOrder });

/** Applies an import whose file was kept; does nothing once it has ended or is being undone. For a job that may come again. */
export async function applyKeptImport(core: Core, id: number, meta: EventMeta): Promise<void> {
  const kept = await keptFileOf(core.sql, id);
  const text = kept && core.vault.open(kept.sealed, kept.digest);
  if (!kept || !text) return;
  const { file, kind, columns, dayOrder } = KeptFile.parse(JSON.parse(text));
  const answers = { kind, columns: new Map(columns), dayOrder };
  const plan = await planImport(core, Buffer.from(file, "base64"), answers);
  if (!plan.ok) throw new Error(`The kept file of import ${id} cannot be read: ${plan.message}`);
  try {
    await applyImport(core, id, plan, meta);
  } catch (error) {
    if (!(error instanceof ImportStopped)) throw error;
  }
}
