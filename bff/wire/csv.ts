/** Owns how tables are written as CSV: RFC 4180, for the spreadsheets that people open it with. */

/** Null is empty; a number stays one. */
export type CsvCell = string | number | null;

/** Before the first line: without it spreadsheets read another encoding than UTF-8. */
export const CSV_BEGINNING = "\u{feff}";

export const CSV_TYPE = "text/csv; charset=utf-8";

/**
 * What a spreadsheet takes for a formula by its first character, the full-width signs too: OWASP's list, and the line feed, behind
 * which another line of the cell may begin with one.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  // The apostrophe makes it text for a spreadsheet, which shows it without.
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(",")}\r\n`;
