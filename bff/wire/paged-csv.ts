/** Writes a long table as CSV while it is read, one page after the other. */
import { CSV_BEGINNING, type CsvCell, csvLine } from "./csv.ts";

export interface CsvPage<Row> {
  /** An empty page ends the file. */
  rows: readonly Row[];
  cellsOf(row: Row): CsvCell[];
}

/** The pieces of the file. The first page is read before the answer begins, so that an error becomes a problem, not a broken file. */
export async function pagedCsv<Row>(
  headings: readonly string[],
  pageAfter: (last: Row | null) => Promise<CsvPage<Row>>,
): Promise<AsyncGenerator<string, void, undefined>> {
  return pieces(headings, await pageAfter(null), pageAfter);
}

async function* pieces<Row>(
  headings: readonly string[],
  first: CsvPage<Row>,
  pageAfter: (last: Row) => Promise<CsvPage<Row>>,
): AsyncGenerator<string, void, undefined> {
  yield `${CSV_BEGINNING}${csvLine(headings)}`;
  let page = first;
  for (let last = page.rows.at(-1); last !== undefined; last = page.rows.at(-1)) {
    const { cellsOf } = page;
    yield page.rows.map((row) => csvLine(cellsOf(row))).join("");
    page = await pageAfter(last);
  }
}
