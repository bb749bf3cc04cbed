/** Handles the keys on the board (W3C APG grid): arrows move, with Shift they choose hours, Enter opens, M moves a booking. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
} from "react";
import type { BoardEntry } from "../../../../bff/contract/staff/board.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { type CellPosition, cellAt, cellPositionOf, makeTabbable, placeMark, stepFrom } from "./board-dom.ts";
import { type Column, freeRange } from "./columns.ts";
import type { BoardElements, RowRange } from "./use-board-pointer.ts";

interface BoardKeys {
  columns: readonly Column[];
  onChoose(hours: RowRange): void;
  onOpen(bookingId: number): void;
  onOpenBlock(blockId: number, day: VenueDay): void;
  onAskMove(bookingId: number): void;
  /** Tells screen readers which hours are chosen so far. */
  say(hours: RowRange | null): void;
}

const ARROWS: Readonly<Record<string, { down: number; across: number }>> = {
  ArrowDown: { down: 1, across: 0 },
  ArrowUp: { down: -1, across: 0 },
  ArrowRight: { down: 0, across: 1 },
  ArrowLeft: { down: 0, across: -1 },
};

export function useBoardKeys({ board, mark }: BoardElements, keys: BoardKeys) {
  const { columns, onChoose, onOpen, onOpenBlock, onAskMove, say } = keys;
  /** Where the choice with Shift began. */
  const anchor = useRef<CellPosition | null>(null);
  const chosen = useRef<RowRange | null>(null);
  useOneTabbable(board);

  const forget = () => {
    anchor.current = null;
    chosen.current = null;
    if (mark.current) mark.current.hidden = true;
  };

  function stretch(root: HTMLElement, from: CellPosition, by: number): void {
    anchor.current ??= from;
    const column = columns[from.column];
    const hours = column && freeRange(column, anchor.current.row, from.row + by);
    if (!hours || from.row + by < 0 || from.row + by >= column.cells.length) return;
    chosen.current = { column: from.column, ...hours };
    if (mark.current) placeMark(root, mark.current, chosen.current);
    say(chosen.current);
    const reached = from.row + by;
    if (reached >= hours.first && reached <= hours.last) {
      cellAt(root, { column: from.column, row: reached })?.focus();
    }
  }

  const entryAt = ({ column, row }: CellPosition): BoardEntry | null => {
    const cell = columns[column]?.cells[row];
    return cell?.kind === "entry" ? cell.entry : null;
  };

  /** Opens the booking or the closure, or asks what to do with the hours. */
  function begin(from: CellPosition): void {
    const column = columns[from.column];
    const entry = entryAt(from);
    if (column && entry?.kind === "block") onOpenBlock(entry.id, column.day);
    else if (entry?.kind === "booking" || entry?.kind === "unreadable") onOpen(entry.id);
    else if (column?.cells[from.row]?.kind === "free") {
      onChoose(chosen.current ?? { column: from.column, first: from.row, last: from.row });
    }
  }

  return {
    forget,
    /** A screen reader presses without a pointer; on entries that cannot be dragged, every press counts. */
    onClick({ detail, target }: MouseEvent): void {
      const from = cellPositionOf(target);
      const kind = from && entryAt(from)?.kind;
      if (from && (detail === 0 || kind === "block" || kind === "unreadable")) begin(from);
    },
    onFocus({ target }: FocusEvent): void {
      if (board.current && target instanceof HTMLElement && target.dataset.row !== undefined) {
        makeTabbable(board.current, target);
      }
    },
    onKeyDown(event: KeyboardEvent): void {
      const root = board.current;
      const from = cellPositionOf(event.target);
      if (!root || !from || event.altKey || event.metaKey) return;
      const entry = entryAt(from);
      const arrow = ARROWS[event.key];
      if (arrow) {
        event.preventDefault();
        if (event.shiftKey && arrow.across === 0) stretch(root, from, arrow.down);
        else {
          forget();
          stepFrom(root, columns, from, arrow)?.focus();
        }
      } else if (event.key === "Home" || event.key === "End") {
        event.preventDefault();
        forget();
        endOfRow(root, columns, from, event)?.focus();
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        begin(from);
      } else if (event.key.toLowerCase() === "m" && !event.ctrlKey && entry?.kind === "booking") {
        onAskMove(entry.id);
      } else if (event.key === "Escape") {
        forget();
        say(null);
      }
    },
  };
}

/** The first or last cell of the row; with Ctrl, of the board. */
function endOfRow(
  root: HTMLElement,
  columns: readonly Column[],
  from: CellPosition,
  { key, ctrlKey }: KeyboardEvent,
): HTMLElement | null {
  const isHome = key === "Home";
  const rows = columns[0]?.cells.length ?? 0;
  const row = ctrlKey ? (isHome ? 0 : rows - 1) : from.row;
  for (let at = isHome ? 0 : columns.length - 1; columns[at]; at += isHome ? 1 : -1) {
    // A step of zero finds the shown cell that covers the hour.
    const cell = stepFrom(root, columns, { column: at, row }, { down: 0, across: 0 });
    if (cell) return cell;
  }
  return null;
}

/** Keeps one cell in the tab order, because redrawing the board may remove the cell that was in it. */
function useOneTabbable(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = board.current;
    if (!root) return;
    const shown = (cell: HTMLElement) => cell.offsetWidth > 0;
    const tabbable = [...root.querySelectorAll<HTMLElement>('[data-row][tabindex="0"]')].filter(shown);
    const first = tabbable[0] ?? [...root.querySelectorAll<HTMLElement>("[data-row]")].find(shown);
    if (first) makeTabbable(root, first);
  });
}
