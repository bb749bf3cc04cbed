/** Reads the bytes of a CSV file as lines of cells: its encoding, its delimiter, its quotes (decision 308). Pure. */
import { CsvError, parse } from "csv-parse/sync";

/** The product's own limit: 20,000 lines. */
const MAX_LINES = 20_000;
/** With the blank ones, which would fill the memory: a file can be nothing else. */
const MAX_RECORDS = 5 * MAX_LINES;
const TOO_MANY_LINES = "The file has more than 20,000 lines: split it";
/** No product exports as many, and each header is compared with every other. */
const MAX_COLUMNS = 500;
const MAX_HEADER_LENGTH = 500;
/** Finding the delimiter reads the first line several times. */
const MAX_FIRST_LINE = 50_000;
const NO_HEADER = "The first line is too long for a header: name the columns there";
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** A line of the file that is not blank. `line`: where it begins in the file; the header is line 1. */
export interface CsvLine {
  line: number;
  cells: readonly string[];
}

export interface CsvFile {
  ok: true;
  encoding: "UTF-8" | "UTF-16" | "Windows-1252";
  headers: readonly string[];
  lines: readonly CsvLine[];
}

export interface Unreadable {
  ok: false;
  /** A sentence about the file, for the user. */
  message: string;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

const unreadable = (message: string): Unreadable => ({ ok: false, message });

/**
 * The header and the lines below it. A text that is not UTF-8 is read as Windows-1252, as Excel writes it, and the answer says so; a file
 * of another kind, a workbook for example, is refused.
 */
export function readCsv(bytes: Uint8Array): CsvFile | Unreadable {
  if (bytes.length > MAX_FILE_BYTES) return unreadable("The file is larger than 8 MB: split it");
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return unreadable("This is a workbook or an archive: save the sheet as CSV first");
  }
  const decoded = decode(bytes);
  if (decoded.text.includes("\0")) return unreadable("This is no text file: save the sheet as CSV first");
  const firstEnd = decoded.text.search(/[\r\n]/);
  if ((firstEnd < 0 ? decoded.text.length : firstEnd) > MAX_FIRST_LINE) return unreadable(NO_HEADER);
  const records = parseRecords(decoded.text);
  if (!Array.isArray(records)) return records;
  const [header, ...lines] = records;
  if (!header) return unreadable("The file is empty");
  if (header.cells.length > MAX_COLUMNS)
    return unreadable(`The file has more than ${MAX_COLUMNS} columns: is its first line the header?`);
  if (header.cells.some((cell) => cell.length > MAX_HEADER_LENGTH)) return unreadable(NO_HEADER);
  if (lines.length === 0) return unreadable("The file has no line below its header");
  if (lines.length > MAX_LINES) return unreadable(TOO_MANY_LINES);
  return { ok: true, encoding: decoded.encoding, headers: header.cells, lines };
}

function decode(bytes: Uint8Array): { text: string; encoding: CsvFile["encoding"] } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "UTF-16" };
  }
  if (first === 0xfe && second === 0xff) {
    return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "UTF-16" };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}

interface RecordWithInfo {
  record: string[];
  info: { lines: number };
}

function parseRecords(text: string): CsvLine[] | Unreadable {
  // Excel writes the delimiter into a first line of its own, which no reader of the file counts as its header.
  const [, named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const skipped = named === undefined ? 0 : 1;
  const body = named === undefined ? text : text.slice(text.indexOf("\n") + 1);
  const options = {
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: false,
    skip_empty_lines: false,
    to: MAX_RECORDS + 1,
  };
  try {
    const delimiter = named ?? delimiterOf(body);
    const records = parse(body, { ...options, delimiter }) as unknown as RecordWithInfo[]; // its types do not know `info`
    if (records.length > MAX_RECORDS) return unreadable(TOO_MANY_LINES);
    let begins = 1;
    const lines = records.map(({ record, info }): CsvLine => {
      const line = begins;
      begins = info.lines + 1;
      return { line: line + skipped, cells: record.map(unescapeFormula) };
    });
    return lines.filter(({ cells }) => cells.some((cell) => cell !== ""));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = typeof error.lines === "number" ? error.lines + skipped : "?";
    return unreadable(`Line ${at} cannot be read as CSV: a quote is not closed, or is inside a cell`);
  }
}

/** The one that divides the header into the most cells; a header without any is one column. */
function delimiterOf(text: string): string {
  const counted = DELIMITERS.map((delimiter) => {
    const [header] = parse(text, {
      bom: true,
      delimiter,
      to: 1,
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][];
    return { delimiter, cells: header?.length ?? 0 };
  });
  return counted.reduce((most, one) => (one.cells > most.cells ? one : most)).delimiter;
}

/** Exports put an apostrophe before what a spreadsheet would take for a formula; it is no part of the value. */
function unescapeFormula(cell: string): string {
  const text = cell.trim();
  return /^'[=+\-@\t]/.test(text) ? text.slice(1) : text;
}
