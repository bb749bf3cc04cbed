/** Handles the pointer on the board: a drag chooses free hours or moves a booking, a press opens; a finger drags after a long press. */
import { type RefObject, useEffect, useEffectEvent } from "react";
import {
  type CellPosition,
  cellAt,
  cellPositionOf,
  cellPositionUnder,
  placeMark,
  scrollAlong,
} from "./board-dom.ts";
import { type Column, freeRange } from "./columns.ts";

/** A shorter distance is a press. */
const DRAG_PX = 6;
const LONG_PRESS_MS = 400;

export interface RowRange {
  column: number;
  first: number;
  last: number;
}

export interface BoardElements {
  frame: RefObject<HTMLElement | null>;
  board: RefObject<HTMLElement | null>;
  mark: RefObject<HTMLElement | null>;
}

interface PointerHandlers {
  columns: readonly Column[];
  /** The mark's text while a booking is dragged over hours. */
  targetWords(to: RowRange, bookingId: number): string;
  onChoose(hours: RowRange): void;
  onOpen(bookingId: number): void;
  onMove(bookingId: number, to: RowRange): void;
  /** Called when a press begins: the earlier choice ends. */
  onBegin(): void;
}

interface Drag {
  pointerId: number;
  start: { x: number; y: number };
  from: CellPosition;
  /** The dragged booking, and which of its hours is under the pointer. */
  booking: { id: number; span: number; heldAt: number } | null;
  dragging: boolean;
  hours: RowRange | null;
  timer: number | undefined;
}

export function useBoardPointer({ frame, board, mark }: BoardElements, handlers: PointerHandlers): void {
  const handle = useEffectEvent((): PointerHandlers => handlers);

  // Listeners on the element itself, because a drag through React would check every cell.
  useEffect(() => {
    const root = board.current;
    const over = mark.current;
    if (!root || !over) return;
    let drag: Drag | null = null;
    /** A finger was lifted after a press or a drag that has been handled. */
    let touched = false;

    function release(): void {
      if (!drag || !root || !over) return;
      clearTimeout(drag.timer);
      if (root.hasPointerCapture(drag.pointerId)) root.releasePointerCapture(drag.pointerId);
      if (drag.booking) cellAt(root, drag.from)?.removeAttribute("data-dragged");
      root.removeAttribute("data-dragging");
      drag = null;
    }

    function begin(): void {
      if (!drag || !root) return;
      drag.dragging = true;
      root.setPointerCapture(drag.pointerId);
      root.setAttribute("data-dragging", drag.booking ? "booking" : "hours");
      if (drag.booking) cellAt(root, drag.from)?.setAttribute("data-dragged", "");
    }

    function follow(point: { x: number; y: number }): void {
      const under = root && cellPositionUnder(root, point);
      if (!drag || !root || !over || !under) return;
      const { columns, targetWords } = handle();
      if (drag.booking) {
        const { id, span, heldAt } = drag.booking;
        const rows = columns[under.column]?.cells.length ?? 0;
        const first = Math.max(0, Math.min(rows - span, under.row - heldAt));
        const to = { column: under.column, first, last: first + span - 1 };
        if (drag.hours?.column !== to.column || drag.hours.first !== first) {
          over.textContent = targetWords(to, id);
        }
        drag.hours = to;
      } else {
        const column = columns[drag.from.column];
        const stretch = column && freeRange(column, drag.from.row, under.row);
        if (stretch) drag.hours = { column: drag.from.column, ...stretch };
      }
      if (drag.hours) placeMark(root, over, drag.hours);
    }

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary || !root || !over) return;
      const from = cellPositionOf(event.target);
      if (!from) return;
      const cell = handle().columns[from.column]?.cells[from.row];
      if (cell?.kind !== "free" && (cell?.kind !== "entry" || cell.entry.kind !== "booking")) return;
      handle().onBegin();
      const start = { x: event.clientX, y: event.clientY };
      const held = cellPositionUnder(root, start)?.row ?? from.row;
      const booking =
        cell.kind === "entry" ? { id: cell.entry.id, span: cell.span, heldAt: held - from.row } : null;
      const { pointerId } = event;
      drag = { pointerId, start, from, booking, dragging: false, hours: null, timer: undefined };
      if (event.pointerType === "touch") {
        drag.timer = window.setTimeout(() => {
          begin();
          follow(start);
        }, LONG_PRESS_MS);
      }
    }

    function move(event: PointerEvent): void {
      if (!drag || event.pointerId !== drag.pointerId || !frame.current) return;
      const point = { x: event.clientX, y: event.clientY };
      const far = Math.hypot(point.x - drag.start.x, point.y - drag.start.y) > DRAG_PX;
      if (!drag.dragging && far) {
        // A finger that moves at once scrolls.
        if (event.pointerType === "touch") {
          release();
          return;
        }
        begin();
      }
      if (!drag.dragging) return;
      scrollAlong(frame.current, point);
      follow(point);
    }

    function up(event: PointerEvent): void {
      if (!drag || event.pointerId !== drag.pointerId) return;
      const { booking, hours, dragging, from } = drag;
      const { onChoose, onMove, onOpen } = handle();
      touched = event.pointerType === "touch";
      release();
      if (booking && !dragging) onOpen(booking.id);
      else if (booking && hours) onMove(booking.id, hours);
      else if (!booking) onChoose(hours ?? { column: from.column, first: from.row, last: from.row });
    }

    function cancel(): void {
      if (!drag || !over) return;
      over.hidden = true;
      release();
    }
    const escaped = (event: KeyboardEvent) => {
      if (event.key === "Escape" && drag?.dragging) cancel();
    };
    // While a finger drags, the page must not scroll.
    const hold = (event: TouchEvent) => {
      if (drag?.dragging) event.preventDefault();
    };
    // The browser would follow a finger with the events of a mouse, and their focus would close what the press has opened.
    const lift = (event: TouchEvent) => {
      if (touched && event.cancelable) event.preventDefault();
      touched = false;
    };
    // A long press would open the browser's own menu.
    const menu = (event: Event) => {
      if (drag) event.preventDefault();
    };

    const listening = new AbortController();
    const { signal } = listening;
    root.addEventListener("pointerdown", down, { signal });
    root.addEventListener("pointermove", move, { signal });
    root.addEventListener("pointerup", up, { signal });
    root.addEventListener("pointercancel", cancel, { signal });
    root.addEventListener("touchmove", hold, { signal, passive: false });
    root.addEventListener("touchend", lift, { signal, passive: false });
    root.addEventListener("contextmenu", menu, { signal });
    window.addEventListener("keydown", escaped, { signal, capture: true });
    return () => {
      cancel();
      listening.abort();
    };
  }, [board, mark, frame]);
}
