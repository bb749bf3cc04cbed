/** Reads a whole file: what its columns are, what has to be asked before it can be imported, and each line as a value or its problems (decision 308). Pure. */
import {
  type Assignment,
  type HeaderUse,
  headerUses,
  type ImportColumn,
  type ImportKind,
  missingColumns,
} from "./columns.ts";
import { givenWords } from "./line-words.ts";
import { type CsvFile, type CsvLine, readCsv, type Unreadable } from "./read-csv.ts";
import {
  type BookingLine,
  type CellOf,
  type CustomerLine,
  type ReadLine,
  readBookingLine,
  readCustomerLine,
} from "./read-line.ts";
import { type DayOrder, readDay, shownOrder, splitDateTime } from "./read-values.ts";

/** What the user said about the file. */
export interface FileAnswers {
  kind: ImportKind;
  /** Header → column. */
  columns: ReadonlyMap<string, Assignment>;
  dayOrder: DayOrder | null;
}

export interface FileQuestions {
  headers: readonly HeaderUse[];
  missing: readonly string[];
  /** A date that can be read in two ways, and its line; null if the order is known or does not matter. */
  ambiguousDate: { line: number; text: string } | null;
}

interface ReadFileLine<Line> {
  line: number;
  read: ReadLine<Line>;
  /** What the line is, if it cannot be read. */
  given: string;
}

export interface ReadImport<Line = BookingLine | CustomerLine> extends FileQuestions {
  ok: true;
  encoding: CsvFile["encoding"];
  /** The order by which dates like 03/04/2026 are read; null if there is none in the file. */
  dayOrder: DayOrder | null;
  /** Of every line that is not blank. Without an answer to every question they are none. */
  lines: readonly ReadFileLine<Line>[];
}

/** Whether something has to be asked first. */
export const hasQuestions = ({ headers, missing, ambiguousDate }: FileQuestions): boolean =>
  missing.length > 0 || ambiguousDate !== null || headers.some(({ use }) => use === null);

export function readBookings(bytes: Uint8Array, answers: FileAnswers, timeZone: string) {
  return readWith<BookingLine>(bytes, answers, (cell, order) => readBookingLine(cell, { order, timeZone }));
}

export function readCustomers(bytes: Uint8Array, answers: FileAnswers) {
  return readWith<CustomerLine>(bytes, answers, readCustomerLine);
}

function readWith<Line>(
  bytes: Uint8Array,
  { kind, columns, dayOrder }: FileAnswers,
  readLine: (cell: CellOf, order: DayOrder | null) => ReadLine<Line>,
): ReadImport<Line> | Unreadable {
  const file = readCsv(bytes);
  if (!file.ok) return file;
  const headers = headerUses(file.headers, kind, columns);
  const at = new Map(
    headers.flatMap(({ use }, index) => (use === null ? [] : [[use as string, index] as const])),
  );
  const cellOf =
    ({ cells }: CsvLine): CellOf =>
    (column) =>
      cells[at.get(column) ?? -1] ?? "";
  const order = orderOf(file.lines, cellOf, dayOrder);
  const questions = { headers, missing: missingColumns(headers, kind), ambiguousDate: order.asked };
  const lines = hasQuestions(questions)
    ? []
    : file.lines.map((one) => {
        const [cell, { line }] = [cellOf(one), one];
        return { line, read: readLine(cell, order.known), given: givenWords(cell) };
      });
  return { ok: true, encoding: file.encoding, dayOrder: order.known, ...questions, lines };
}

const DATES: readonly ImportColumn[] = ["date", "start", "end"];

/** The order that the user said, or that a number above 12 shows in one date and no other contradicts. */
function orderOf(
  lines: readonly CsvLine[],
  cellOf: (line: CsvLine) => CellOf,
  said: DayOrder | null,
): { known: DayOrder | null; asked: FileQuestions["ambiguousDate"] } {
  if (said !== null) return { known: said, asked: null };
  const shown = new Set<DayOrder>();
  let asked: FileQuestions["ambiguousDate"] = null;
  for (const line of lines) {
    for (const column of DATES) {
      const { date } = splitDateTime(cellOf(line)(column));
      if (date === null) continue;
      const order = shownOrder(date);
      if (order) shown.add(order);
      if (readDay(date, null) === "ambiguous") asked ??= { line: line.line, text: date };
    }
  }
  const [only] = shown;
  if (shown.size === 1 && only) return { known: only, asked: null };
  return { known: null, asked };
}
