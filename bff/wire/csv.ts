/** Writes tables as CSV: RFC 4180, for the spreadsheets that people open it with. */

/** Null is an empty cell; a number stays a number. */
export type CsvCell = string | number | null;

/** The byte order mark before the first line: without it spreadsheets assume another encoding than UTF-8. */
export const CSV_BEGINNING = "\u{feff}";

export const CSV_TYPE = "text/csv; charset=utf-8";

/**
 * The first characters that make a cell a formula in a spreadsheet, the full-width signs included: OWASP's list, and the line feed, after
 * which another line of the cell may begin with one.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  // The apostrophe makes it text for a spreadsheet, which does not show the apostrophe.
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its line end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(",")}\r\n`;
