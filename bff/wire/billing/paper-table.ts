/** Draws a table on a printed document: it breaks over pages between its rows, and every page repeats its head. */
import { HAIRLINE, type Paper, RULE, type TextStyle } from "./paper.ts";

export interface Column {
  head: string;
  /** Points. */
  width: number;
  /** Amounts are on one line, aligned to the right. */
  isAmount?: boolean;
}

/** A text for each column. */
type Row = readonly string[];

declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** What a cell is the head of: pdfkit has it since 0.19, its types do not yet. */
      scope?: "Column" | "Row";
    }
  }
}

/** Above and below the text of a row, in points. */
const PADDING = 4.5;
/** Between two columns. */
const GUTTER = 12;

const HEAD: TextStyle = { size: 8, isGray: true };
const FOOT: TextStyle = { size: 11, isBold: true };

/** It ends at the right margin. Its last row is on the page of its foot: a sum alone on a page says little. */
export async function drawTable(
  paper: Paper,
  { columns, rows, foot }: { columns: readonly Column[]; rows: readonly Row[]; foot?: Row },
): Promise<void> {
  const cells = placed(paper, columns);
  const x = cells[0]?.x ?? paper.left;
  const heightOf = (row: Row, style: TextStyle = {}): number =>
    2 * PADDING +
    Math.max(
      ...cells.map((cell, at) => paper.heightOf(cell.isAmount ? "0" : (row[at] ?? ""), style, cell.width)),
    );

  /** `put` writes a cell with its tag, or without one. */
  function drawRow(row: Row, style: TextStyle, put: (write: () => void, at: number) => void): void {
    const top = paper.y;
    const bottom = top + heightOf(row, style);
    for (const [at, { x, width, isAmount }] of cells.entries()) {
      const styled = isAmount ? { ...style, align: "right" as const, figures: true } : style;
      put(() => paper.write(row[at] ?? "", { x, y: top + PADDING, width }, styled), at);
    }
    paper.y = bottom;
  }

  const head = columns.map((column) => column.head);
  if (!paper.hasRoom(heightOf(head, HEAD) + heightOf(rows[0] ?? []))) await paper.turnPage();
  const table = paper.part("Table");
  const heads = paper.part("TR", paper.part("THead", table));
  drawRow(head, HEAD, (write) => paper.piece("TH", write, { parent: heads, scope: "Column" }));
  paper.rule(paper.y, x, RULE);

  const body = paper.part("TBody", table);
  for (const [index, row] of rows.entries()) {
    const isLast = index === rows.length - 1;
    if (!paper.hasRoom(heightOf(row) + (isLast && foot ? heightOf(foot, FOOT) : 0))) {
      await paper.turnPage();
      paper.artifact("Pagination", () => drawRow(head, HEAD, (write) => write()));
      paper.rule(paper.y, x, RULE);
    }
    const parent = paper.part("TR", body);
    drawRow(row, {}, (write) => paper.piece("TD", write, { parent }));
    paper.rule(paper.y, x, isLast ? RULE : HAIRLINE);
  }

  if (!foot) return;
  const parent = paper.part("TR", paper.part("TFoot", table));
  drawRow(foot, FOOT, (write, at) =>
    at === 0 ? paper.piece("TH", write, { parent, scope: "Row" }) : paper.piece("TD", write, { parent }),
  );
}

const placed = (paper: Paper, columns: readonly Column[]) =>
  columns.map(({ width, isAmount = false }, at) => ({
    isAmount,
    x: paper.right - columns.slice(at).reduce((sum, column) => sum + column.width, 0),
    width: at === columns.length - 1 ? width : width - GUTTER,
  }));
