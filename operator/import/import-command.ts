/** Runs `make import`: a dry run of a file, its import, or the undoing of one; each prints a line for every line of the file (decisions 308 to 310). */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Command, Option } from "commander";
import type { Core } from "../../core/context.ts";
import { applyImport, beginImport } from "../../core/import/apply.ts";
import {
  type Assignment,
  columnsOf,
  IGNORED,
  IMPORT_KINDS,
  type ImportKind,
  isAssignment,
} from "../../core/import/columns.ts";
import { listImports } from "../../core/import/import-rows.ts";
import { countResults, type LineResult, resultText } from "../../core/import/line-result.ts";
import { planImport } from "../../core/import/plan.ts";
import { type FileQuestions, hasQuestions, type ReadImport } from "../../core/import/read-file.ts";
import { DAY_ORDERS, type DayOrder } from "../../core/import/read-values.ts";
import { undoImport } from "../../core/import/undo.ts";
import { openCore } from "../../core/open-core.ts";
import type { Config } from "../../core/platform/config/config.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { wakeFollowers } from "../../projections/engine/wake-followers.ts";
import { exitWithFindings, onDatabase, printLine, progressBar, warn } from "../operator.ts";
import { MissingArgument, required } from "../required-argument.ts";

const META = { actor: { kind: "system" }, requestId: "operator" } as const;

const EXAMPLE = "make import FILE=bookings.csv";

/** Reads `Kunde=last name,Extra=ignore`. */
function columnsFrom(text: string): Map<string, Assignment> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return new Map(
    pairs.map((pair): [string, Assignment] => {
      const at = pair.lastIndexOf("=");
      const [header, column] = [
        pair.slice(0, at).trim(),
        pair
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ];
      if (at < 1 || !isAssignment(column)) {
        throw new MissingArgument(`COLUMNS: "${pair}" is not like Kunde=last name. ${COLUMN_LIST()}`);
      }
      return [header, column];
    }),
  );
}

const COLUMN_LIST = (kind: ImportKind = "bookings"): string =>
  `The columns are ${columnsOf(kind).join(", ")}, or ${IGNORED}.`;

interface Options {
  kind: ImportKind;
  columns: Map<string, Assignment>;
  days?: DayOrder;
  apply: boolean;
}

export function addImportCommands(program: Command): void {
  program
    .command("import")
    .description("say what an import of a CSV file would do, line by line; with --apply, do it")
    .argument("<file>", "a CSV file", required("FILE", EXAMPLE))
    .addOption(new Option("--kind <kind>", "what the lines are").choices(IMPORT_KINDS).default("bookings"))
    .option("--columns <pairs>", "what headers are: Kunde=last name,Extra=ignore", columnsFrom, new Map())
    .addOption(new Option("--days <order>", "how 03/04/2026 is read").choices(DAY_ORDERS))
    .option("--apply", "make what the lines say", false)
    .action((file: string, options: Options) =>
      onDatabase((sql, config) => exitWithFindings(importCommand(sql, config, file, options))),
    );

  program
    .command("undo-import")
    .description("undo an import as a whole: what no one has changed since")
    .argument("<id>", "its number", required("UNDO", "make import UNDO=3"))
    .action((id: string) => onDatabase((sql, config) => exitWithFindings(undoCommand(sql, config, id))));
}

const openedCore = (sql: Sql, config: Config): Promise<Core> =>
  openCore(config, { sql, logger: undefined, afterAppend: () => undefined });

/** Returns how many lines are not made. Throws if the file cannot be read, or something must be said first. */
async function importCommand(
  sql: Sql,
  config: Config,
  file: string,
  { kind, columns, days, apply }: Options,
): Promise<number> {
  const bytes = await readFile(file);
  const core = await openedCore(sql, config);
  const answers = { kind, columns, dayOrder: days ?? null };
  const plan = await planImport(core, bytes, answers);
  if (!plan.ok) throw new Error(`${plan.message}.`);
  if (hasQuestions(plan.read)) throw new Error(questionText(plan.read, kind));
  for (const note of notesOn(plan.read)) warn(note);
  if (!apply) return printResults(plan.results, "would be made");
  const begun = await beginImport(core, { bytes, fileName: basename(file), answers }, plan, {
    meta: META,
    keepFile: false,
  });
  if (!begun.ok) throw new Error(`The import could not begin: ${begun.rejection.code}.`);
  const id = begun.value;
  warn(`This is import ${id}. If it is interrupted, the same command goes on with it.`);
  const bar = progressBar("import", "lines");
  const results = await applyImport(core, id, plan, META, (done, total) => bar.show(done, total)).finally(
    () => bar.stop(),
  );
  await wakeFollowers(sql);
  const notMade = printResults(results, "made");
  printLine(`UNDO=${id}`);
  return notMade;
}

function printResults(results: readonly LineResult[], verb: string): number {
  for (const result of results) printLine(resultText(result));
  const { made, notMade } = countResults(results);
  warn(`${made} ${verb}, ${notMade} not.`);
  return notMade;
}

/** What was understood by itself, so that the user sees it. */
function notesOn({ headers, encoding, dayOrder }: ReadImport): string[] {
  const taken = headers.filter(({ use }) => use !== null && use !== IGNORED);
  const left = headers.filter(({ use, header }) => use === IGNORED && header.trim() !== "");
  return [
    `Columns: ${taken.map(({ header, use }) => `${header} = ${use}`).join(", ")}.`,
    ...(left.length > 0 ? [`Left out: ${left.map(({ header }) => header).join(", ")}.`] : []),
    ...(encoding === "UTF-8" ? [] : [`The file is read as ${encoding}.`]),
    ...(dayOrder === null
      ? []
      : [`Dates like 03/04/2026 are read with the ${dayOrder.replace("-first", "")} first.`]),
  ];
}

/** Every question, with the words that answer it. */
function questionText({ headers, missing, ambiguousDate }: FileQuestions, kind: ImportKind): string {
  const unknown = headers.filter(({ use }) => use === null).map(({ header }) => header);
  const example = [...unknown.slice(0, 2), ...(unknown.length === 0 ? ["Header"] : [])]
    .map((header, at) => `${header}=${missing[at] ?? IGNORED}`)
    .join(",");
  return [
    ...(unknown.length > 0 ? [`These headers are not known: ${unknown.join(", ")}.`] : []),
    ...(missing.length > 0 ? [`No header is known as: ${missing.join(", ")}.`] : []),
    ...(unknown.length > 0 || missing.length > 0
      ? [`Say what they are: COLUMNS="${example}". ${COLUMN_LIST(kind)}`]
      : []),
    ...(ambiguousDate
      ? [
          `Line ${ambiguousDate.line}: "${ambiguousDate.text}" can be read in two ways. Say which: DAYS=day-first or DAYS=month-first.`,
        ]
      : []),
  ].join("\n");
}

/** Returns how many lines were kept. */
async function undoCommand(sql: Sql, config: Config, text: string): Promise<number> {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new Error(`UNDO=${text}: an import has a number.`);
  const core = await openedCore(sql, config);
  const bar = progressBar("undo", "lines");
  const outcome = await undoImport(core, id, META, (done, total) => bar.show(done, total)).finally(() =>
    bar.stop(),
  );
  if (!outcome.ok) throw new Error(await unknownImport(sql, id));
  await wakeFollowers(sql);
  const { undone, kept } = outcome.value;
  for (const { line, text: why } of kept) printLine(`line ${line}: kept, ${why}`);
  printLine(`${undone} undone, ${kept.length} kept`);
  return kept.length;
}

async function unknownImport(sql: Sql, id: number): Promise<string> {
  const known = (await listImports(sql)).map((one) => `${one.id} (${one.fileName})`);
  return `There is no import ${id}. ${known.length === 0 ? "There are none." : `There are: ${known.join(", ")}.`}`;
}
