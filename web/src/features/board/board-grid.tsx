/** Shows the board as a grid: hours down, rooms or days across, heads that stay in sight, and the mark over hours that are being chosen. */

import clsx from "clsx";
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { Board } from "../../../../bff/contract/staff/board.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { hourName } from "../../format/hours.ts";
import { useZone } from "../../format/venue.ts";
import { BoardCell } from "./board-cell.tsx";
import { placeMark } from "./board-dom.ts";
import { boardHours, type Column, columnsOf } from "./columns.ts";
import { hoursRange } from "./entry-words.ts";
import { NowLine } from "./now-line.tsx";
import { SelectionMenu } from "./selection-menu.tsx";
import { useBoardKeys } from "./use-board-keys.ts";
import { type RowRange, useBoardPointer } from "./use-board-pointer.ts";
import "./board.css";
import "./board-print.css";

/** Hours of a room, on the venue's clock, from `first` to `end`. */
export interface ChosenHours {
  roomId: number;
  day: VenueDay;
  first: number;
  end: number;
}

interface BoardGridProps {
  board: Board;
  /** A day of every room, or a week of one room. */
  view: "day" | "week";
  /** The board's name for screen readers. */
  label: string;
  /** The column that a phone shows, if it shows only one. */
  shownColumn: number | null;
  onOpen(bookingId: number): void;
  /** Called when closed hours were pressed, with the pressed day. */
  onOpenBlock(blockId: number, day: VenueDay): void;
  onAskMove(bookingId: number, to?: ChosenHours): void;
  onBook(hours: ChosenHours): void;
  /** Absent if this person may not close hours. */
  onClose?: ((hours: ChosenHours) => void) | undefined;
  /** Makes the link of a column's head. */
  headLink(column: Column, words: ReactNode): ReactNode;
}

function BoardGrid(props: BoardGridProps) {
  const zone = useZone();
  const { board, view, label, shownColumn, onBook, onClose, headLink } = props;
  const { onOpen, onOpenBlock, onAskMove } = props;
  const columns = useMemo(() => columnsOf(board, zone), [board, zone]);
  const hours = useMemo(() => boardHours(board), [board]);
  const elements = {
    frame: useRef<HTMLDivElement>(null),
    board: useRef<HTMLDivElement>(null),
    mark: useRef<HTMLDivElement>(null),
  };
  const spoken = useRef<HTMLParagraphElement>(null);
  const [menu, setMenu] = useState<RowRange | null>(null);

  const inWords = ({ column, first, last }: RowRange): ChosenHours | null => {
    const at = columns[column];
    const [from, to] = [hours[first], hours[last]];
    return at && from !== undefined && to !== undefined
      ? { roomId: at.roomId, day: at.day, first: from, end: to + 1 }
      : null;
  };
  const rangeWords = (of: RowRange): string => {
    const chosen = inWords(of);
    return chosen === null ? "" : hoursRange(chosen.first, chosen.end);
  };
  const say = (chosen: RowRange | null) => {
    if (spoken.current) spoken.current.textContent = chosen ? `${rangeWords(chosen)} selected` : "";
  };
  const choose = (chosen: RowRange) => {
    const { board: root, mark } = elements;
    if (root.current && mark.current) {
      mark.current.textContent = "";
      placeMark(root.current, mark.current, chosen);
    }
    setMenu(chosen);
  };
  const keys = useBoardKeys(elements, { columns, onChoose: choose, onOpen, onOpenBlock, onAskMove, say });
  const unchoose = () => {
    setMenu(null);
    keys.forget();
  };
  useBoardPointer(elements, {
    columns,
    targetWords: (to) => `${columns[to.column]?.roomName ?? ""} ${rangeWords(to)}`,
    onChoose: choose,
    onOpen,
    onMove(bookingId, to) {
      keys.forget();
      const target = inWords(to);
      if (target) onAskMove(bookingId, target);
    },
    onBegin: unchoose,
  });

  const leaveMenu = useCallback(() => {
    setMenu(null);
    if (elements.mark.current) elements.mark.current.hidden = true;
  }, [elements.mark]);
  const headOf = (column: Column) => (view === "day" ? column.roomName : shortDay(column.day));
  const chosen = menu && inWords(menu);

  return (
    <div
      ref={elements.frame}
      className={clsx("board-frame", view === "week" && "board-week")}
      style={{ "--columns": columns.length, "--rows": hours.length }}
    >
      <div className="board-sheet">
        {/* biome-ignore lint/a11y/useSemanticElements: an entry of several hours overlaps several rows, which no table cell can. */}
        <div
          ref={elements.board}
          role="grid"
          aria-label={label}
          aria-colcount={columns.length + 1}
          aria-describedby="board-keys"
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          onClick={keys.onClick}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the grid's cells take the focus. */}
          <div role="row" className="board-row board-heads">
            {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: see the row. */}
            <div role="columnheader" aria-colindex={1} className="board-corner">
              <span className="sr-only">Hour</span>
            </div>
            {columns.map((column, at) => (
              // biome-ignore lint/a11y/useSemanticElements: see the grid.
              // biome-ignore lint/a11y/useFocusableInteractive: its link takes the focus.
              <div
                key={column.key}
                role="columnheader"
                aria-colindex={at + 2}
                data-head-column={at}
                className={clsx("board-head", shownColumn !== null && at !== shownColumn && "board-aside")}
                style={{ "--column": at + 2, "--room-ink": inksOf(column.slug).first.hex }}
              >
                {headLink(column, headOf(column))}
              </div>
            ))}
          </div>
          {hours.map((hour, row) => (
            // biome-ignore lint/a11y/useSemanticElements: see the grid.
            // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
            <div key={hour} role="row" className="board-row">
              {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: see the row. */}
              <div role="rowheader" aria-colindex={1} data-head-row={row} className="board-hour figures">
                {hourName(hour)}
              </div>
              {columns.map((column, at) => {
                const cell = column.cells[row];
                return cell ? (
                  <BoardCell
                    key={column.key}
                    column={at}
                    row={row}
                    hour={hour}
                    head={headOf(column)}
                    slug={column.slug}
                    isAside={shownColumn !== null && at !== shownColumn}
                    kind={cell.kind}
                    entry={cell.kind === "entry" ? cell.entry : null}
                    span={cell.kind === "entry" ? cell.span : 1}
                  />
                ) : null;
              })}
            </div>
          ))}
        </div>
        <NowLine board={board} />
        <div
          ref={elements.mark}
          hidden
          aria-hidden="true"
          className="board-mark print-none pointer-events-none absolute z-2 border-3 border-action bg-action/22 px-2 py-1 text-[0.8125rem] leading-[1.2] font-bold"
        />
        {menu && chosen && (
          <SelectionMenu
            key={`${chosen.roomId} ${chosen.day} ${chosen.first} ${chosen.end}`}
            board={elements.board}
            mark={elements.mark}
            hours={menu}
            words={`${columns[menu.column]?.roomName ?? ""}, ${hoursRange(chosen.first, chosen.end)}`}
            onBook={() => onBook(chosen)}
            onClose={onClose && (() => onClose(chosen))}
            onLeave={leaveMenu}
          />
        )}
      </div>
      <p ref={spoken} role="status" className="sr-only" />
      <p id="board-keys" hidden>
        Arrow keys move between hours and rooms. Shift with up or down selects hours. Enter books or closes
        them, or opens a booking or a closure. M moves a booking.
      </p>
    </div>
  );
}

export const TheBoard = memo(BoardGrid);
