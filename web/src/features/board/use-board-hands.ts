/** Handles the pointer on the board: a drag chooses free hours or moves a booking, a press opens; a finger drags after a long press. */
import { type RefObject, useEffect, useEffectEvent } from "react";
import { cellAt, layMark, type Place, placeOf, placeUnder, scrollAlong } from "./board-surface.ts";
import { type Column, freeStretch } from "./columns.ts";

/** A shorter distance is a press. */
const DRAG_PX = 6;
const LONG_PRESS_MS = 400;

export interface Hours {
  column: number;
  first: number;
  last: number;
}

export interface BoardElements {
  frame: RefObject<HTMLElement | null>;
  board: RefObject<HTMLElement | null>;
  mark: RefObject<HTMLElement | null>;
}

interface BoardHands {
  columns: readonly Column[];
  /** The mark's text while a booking is dragged over hours. */
  targetWords(to: Hours, bookingId: number): string;
  onChoose(hours: Hours): void;
  onOpen(bookingId: number): void;
  onMove(bookingId: number, to: Hours): void;
  /** Called when a press begins: the earlier choice ends. */
  onBegin(): void;
}

interface Grip {
  pointerId: number;
  start: { x: number; y: number };
  from: Place;
  /** The dragged booking, and which of its hours is under the pointer. */
  booking: { id: number; span: number; heldAt: number } | null;
  dragging: boolean;
  hours: Hours | null;
  timer: number | undefined;
}

export function useBoardHands({ frame, board, mark }: BoardElements, hands: BoardHands): void {
  const handle = useEffectEvent((): BoardHands => hands);

  // Listeners on the element itself, because a drag through React would check every cell.
  useEffect(() => {
    const root = board.current;
    const over = mark.current;
    if (!root || !over) return;
    let grip: Grip | null = null;

    function letGo(): void {
      if (!grip || !root || !over) return;
      clearTimeout(grip.timer);
      if (root.hasPointerCapture(grip.pointerId)) root.releasePointerCapture(grip.pointerId);
      if (grip.booking) cellAt(root, grip.from)?.removeAttribute("data-dragged");
      root.removeAttribute("data-dragging");
      grip = null;
    }

    function begin(): void {
      if (!grip || !root) return;
      grip.dragging = true;
      root.setPointerCapture(grip.pointerId);
      root.setAttribute("data-dragging", grip.booking ? "booking" : "hours");
      if (grip.booking) cellAt(root, grip.from)?.setAttribute("data-dragged", "");
    }

    function follow(point: { x: number; y: number }): void {
      const under = root && placeUnder(root, point);
      if (!grip || !root || !over || !under) return;
      const { columns, targetWords } = handle();
      if (grip.booking) {
        const { id, span, heldAt } = grip.booking;
        const rows = columns[under.column]?.cells.length ?? 0;
        const first = Math.max(0, Math.min(rows - span, under.row - heldAt));
        const to = { column: under.column, first, last: first + span - 1 };
        if (grip.hours?.column !== to.column || grip.hours.first !== first) {
          over.textContent = targetWords(to, id);
        }
        grip.hours = to;
      } else {
        const column = columns[grip.from.column];
        const stretch = column && freeStretch(column, grip.from.row, under.row);
        if (stretch) grip.hours = { column: grip.from.column, ...stretch };
      }
      if (grip.hours) layMark(root, over, grip.hours);
    }

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary || !root || !over) return;
      const from = placeOf(event.target);
      if (!from) return;
      const cell = handle().columns[from.column]?.cells[from.row];
      if (cell?.kind !== "free" && (cell?.kind !== "entry" || cell.entry.kind !== "booking")) return;
      handle().onBegin();
      const start = { x: event.clientX, y: event.clientY };
      const held = placeUnder(root, start)?.row ?? from.row;
      const booking =
        cell.kind === "entry" ? { id: cell.entry.id, span: cell.span, heldAt: held - from.row } : null;
      grip = {
        pointerId: event.pointerId,
        start,
        from,
        booking,
        dragging: false,
        hours: null,
        timer: undefined,
      };
      if (event.pointerType === "touch") {
        grip.timer = window.setTimeout(() => {
          begin();
          follow(start);
        }, LONG_PRESS_MS);
      }
    }

    function move(event: PointerEvent): void {
      if (!grip || event.pointerId !== grip.pointerId || !frame.current) return;
      const point = { x: event.clientX, y: event.clientY };
      const far = Math.hypot(point.x - grip.start.x, point.y - grip.start.y) > DRAG_PX;
      if (!grip.dragging && far) {
        // A finger that moves at once scrolls.
        if (event.pointerType === "touch") {
          letGo();
          return;
        }
        begin();
      }
      if (!grip.dragging) return;
      scrollAlong(frame.current, point);
      follow(point);
    }

    function up(event: PointerEvent): void {
      if (!grip || event.pointerId !== grip.pointerId) return;
      const { booking, hours, dragging, from } = grip;
      const { onChoose, onMove, onOpen } = handle();
      letGo();
      if (booking && !dragging) onOpen(booking.id);
      else if (booking && hours) onMove(booking.id, hours);
      else if (!booking) onChoose(hours ?? { column: from.column, first: from.row, last: from.row });
    }

    function cancel(): void {
      if (!grip || !over) return;
      over.hidden = true;
      letGo();
    }
    const escaped = (event: KeyboardEvent) => {
      if (event.key === "Escape" && grip?.dragging) cancel();
    };
    // While a finger drags, the page must not scroll.
    const hold = (event: TouchEvent) => {
      if (grip?.dragging) event.preventDefault();
    };
    // A long press would open the browser's own menu.
    const menu = (event: Event) => {
      if (grip) event.preventDefault();
    };

    root.addEventListener("pointerdown", down);
    root.addEventListener("pointermove", move);
    root.addEventListener("pointerup", up);
    root.addEventListener("pointercancel", cancel);
    root.addEventListener("touchmove", hold, { passive: false });
    root.addEventListener("contextmenu", menu);
    window.addEventListener("keydown", escaped, true);
    return () => {
      cancel();
      root.removeEventListener("pointerdown", down);
      root.removeEventListener("pointermove", move);
      root.removeEventListener("pointerup", up);
      root.removeEventListener("pointercancel", cancel);
      root.removeEventListener("touchmove", hold);
      root.removeEventListener("contextmenu", menu);
      window.removeEventListener("keydown", escaped, true);
    };
  }, [board, mark, frame]);
}
