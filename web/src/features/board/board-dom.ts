/** Finds cells and places on the drawn board, and moves marks directly in the DOM, so that a drag redraws nothing else. */
import { type Column, firstRowOf } from "./columns.ts";

/** Counted from 0. */
export interface CellPosition {
  column: number;
  row: number;
}

export const cellAt = (board: HTMLElement, { column, row }: CellPosition): HTMLElement | null =>
  board.querySelector<HTMLElement>(`[data-column="${column}"][data-row="${row}"]`);

/** The place of the pressed cell; null outside of the cells. */
export function cellPositionOf(target: EventTarget | null): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  if (!cell) return null;
  return { column: Number(cell.dataset.column), row: Number(cell.dataset.row) };
}

const heads = (board: HTMLElement): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>("[data-head-column]"),
];
const rowHeads = (board: HTMLElement): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>("[data-head-row]"),
];

/** The hour under a point of the screen, also within an entry of several hours; the nearest one if the point is outside of all. */
export function cellPositionUnder(
  board: HTMLElement,
  { x, y }: { x: number; y: number },
): CellPosition | null {
  // On a phone all columns but one are hidden.
  const across = heads(board).filter((head) => head.offsetWidth > 0);
  const head = across.findLast((one) => one.getBoundingClientRect().left <= x) ?? across[0];
  const down = rowHeads(board);
  const row = down.findLastIndex((one) => one.getBoundingClientRect().top <= y);
  if (!head || down.length === 0) return null;
  return { column: Number(head.dataset.headColumn), row: Math.max(0, row) };
}

/** Puts a mark over hours of a column. */
export function placeMark(
  board: HTMLElement,
  mark: HTMLElement,
  { column, first, last }: { column: number; first: number; last: number },
): void {
  const head = board.querySelector<HTMLElement>(`[data-head-column="${column}"]`);
  const down = rowHeads(board);
  const [top, bottom] = [down[first], down[last]];
  if (!head || !top || !bottom) return;
  mark.style.left = `${head.offsetLeft}px`;
  mark.style.width = `${head.offsetWidth}px`;
  mark.style.top = `${top.offsetTop}px`;
  mark.style.height = `${bottom.offsetTop + bottom.offsetHeight - top.offsetTop}px`;
  mark.hidden = false;
}

/** Makes this the only cell in the tab order. */
export function makeTabbable(board: HTMLElement, cell: HTMLElement): void {
  for (const other of board.querySelectorAll<HTMLElement>('[data-row][tabindex="0"]')) other.tabIndex = -1;
  cell.tabIndex = 0;
}

/** The cell that an arrow key leads to; null if there is none or it is hidden. */
export function stepFrom(
  board: HTMLElement,
  columns: readonly Column[],
  from: CellPosition,
  { down, across }: { down: number; across: number },
): HTMLElement | null {
  const column = columns[from.column + across];
  if (!column) return null;
  const here = columns[from.column]?.cells[from.row];
  const span = here?.kind === "entry" ? here.span : 1;
  const row = down > 0 ? from.row + span : from.row + down;
  if (row < 0 || row >= column.cells.length) return null;
  const cell = cellAt(board, { column: from.column + across, row: firstRowOf(column, row) });
  return cell && cell.offsetWidth > 0 ? cell : null;
}

/** Scrolls the board if the pointer is near an edge of the frame. */
export function scrollAlong(frame: HTMLElement, { x, y }: { x: number; y: number }): void {
  const NEAR = 36;
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const by = (at: number, from: number, to: number) => (at < from + NEAR ? -12 : at > to - NEAR ? 12 : 0);
  frame.scrollBy(by(x, left, right), by(y, top, bottom));
}
