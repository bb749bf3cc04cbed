/** The wire shapes of imports of bookings and customers from other products (decisions 308 to 311). */
import { z } from "zod";
import { IGNORED, IMPORT_COLUMNS, IMPORT_KINDS } from "../../../core/import/columns.ts";
import { LINE_OUTCOMES } from "../../../core/import/line-result.ts";
import { DAY_ORDERS } from "../../../core/import/read-values.ts";
import { Id, Instant, namedObject } from "../fields.ts";
import { isFile } from "../venue/photo-upload.ts";

/** What a header can be assigned to. */
export const ASSIGNMENTS = [...IMPORT_COLUMNS, IGNORED] as const;
const AssignedColumn = z.enum(ASSIGNMENTS);

const NOT_COLUMNS = `Columns must be a JSON object like {"Kunde": "last name"}; the columns are ${ASSIGNMENTS.join(", ")}`;

/** A form's field is text: JSON of header → column. */
const AssignedColumns = z
  .string()
  .max(20_000, NOT_COLUMNS)
  .optional()
  .transform((text, context): Record<string, z.infer<typeof AssignedColumn>> => {
    try {
      return z.record(z.string().max(500), AssignedColumn).parse(JSON.parse(text || "{}"));
    } catch {
      context.addIssue({ code: "custom", message: NOT_COLUMNS });
      return z.NEVER;
    }
  })
  .meta({ type: "string", examples: ['{"Kunde": "last name", "Extra": "ignore"}'] });

export const ImportUpload = namedObject("ImportUpload", {
  file: z
    .custom<File>(isFile, { error: "Choose a file" })
    .meta({ type: "string", format: "binary", description: "A CSV file, up to 8 MB and 20,000 lines" }),
  kind: z
    .enum(IMPORT_KINDS, { error: `Kind is one of ${IMPORT_KINDS.join(", ")}` })
    .meta({ description: "What the lines are" }),
  columns: AssignedColumns,
  days: z
    .enum(DAY_ORDERS, { error: `Days is one of ${DAY_ORDERS.join(", ")}` })
    .optional()
    .meta({ description: "How 03/04/2026 is read" }),
});

const result = {
  line: z.number().int().positive().meta({ description: "In the file; the header is line 1" }),
  outcome: z.enum(LINE_OUTCOMES),
  text: z.string().meta({ examples: ["clash with booking 42"] }),
};

export const ImportLine = namedObject("ImportLine", {
  ...result,
  what: z.string().meta({
    description: "What the line is, in a few words: who, and for a booking where and when",
    examples: ["Ada Byron, Rehearsal Room, Tue, Dec 15, 2026, 10:00 AM"],
  }),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** What is kept of a line names no person, so that an erasure holds for it. */
const ImportReportLine = namedObject("ImportReportLine", result);

export const ImportPlan = namedObject("ImportPlan", {
  ready: z.boolean().meta({ description: "Whether it can be applied; false while something is asked" }),
  encoding: z.enum(["UTF-8", "UTF-16", "Windows-1252"]),
  headers: z.array(
    z.object({
      header: z.string(),
      use: AssignedColumn.nullable().meta({ description: "Null: say what it is" }),
      assigned: z.boolean().meta({ description: "Whether `columns` said so" }),
    }),
  ),
  missing: z.array(z.string()).meta({ description: "Columns without which no line can be read" }),
  ambiguousDate: z
    .object({ line: z.number().int(), text: z.string() })
    .nullable()
    .meta({ description: "A date that can be read in two ways: say which by `days`" }),
  days: z.enum(DAY_ORDERS).nullable().meta({ description: "How dates like 03/04/2026 are read" }),
  counts: z.object({ made: z.number().int(), notMade: z.number().int() }),
  lines: z.array(ImportLine).meta({ description: "None while something is asked" }),
});
export type ImportPlan = z.infer<typeof ImportPlan>;

const listed = {
  id: Id,
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  state: z.enum(["applying", "applied", "undoing", "undone"]),
  lines: z.number().int(),
  made: z
    .number()
    .int()
    .meta({ description: "How many lines are made and not undone; rises while applying" }),
  notMade: z.number().int().nullable().meta({ description: "Null until it is applied" }),
  by: z.string().meta({ description: "The name of who began it" }),
  begunAt: Instant,
  endedAt: Instant.nullable(),
  undoneAt: Instant.nullable(),
};

export const Import = namedObject("Import", listed);
export type Import = z.infer<typeof Import>;

export const ImportWithReport = namedObject("ImportWithReport", {
  ...listed,
  report: z
    .array(ImportReportLine)
    .meta({ description: "The lines that were not made; none until it is applied" }),
  kept: z
    .array(z.object({ line: z.number().int(), text: z.string() }))
    .meta({ description: "What was changed since and stayed when it was undone" }),
});
export type ImportWithReport = z.infer<typeof ImportWithReport>;
