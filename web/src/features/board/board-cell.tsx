/** Shows one cell of the board: a free hour, a visit, readable or not, closed hours, or a turnaround; redrawn only if it changes. */

import clsx from "clsx";
import { memo } from "react";
import type { BoardEntry, BookingEntry, UnreadableEntry } from "../../../../bff/contract/staff/board.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { hourName } from "../../format/hours.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { seriesText } from "../../ui/booking/booking-badges.tsx";
import { entryLabel, knownName, moneyWords, shortRange, visitWords } from "./entry-words.ts";

interface BoardCellProps {
  column: number;
  row: number;
  /** On the venue's clock. */
  hour: number;
  /** The room, or in a room's week the day. */
  head: string;
  slug: string;
  /** Whether a phone hides the cell's column. */
  isAside: boolean;
  kind: "free" | "closed" | "entry";
  entry: BoardEntry | null;
  span: number;
}

export const BoardCell = memo(function BoardCell(props: BoardCellProps) {
  const zone = useZone();
  const { column, row, hour, head, slug, isAside, kind, entry, span } = props;
  const label = entry
    ? entryLabel(entry, zone)
    : `${hourName(hour)}, ${kind === "free" ? "free" : "not open"}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid, whose rows are drawn as a CSS grid.
    <div
      role="gridcell"
      tabIndex={-1}
      aria-colindex={column + 2}
      aria-rowspan={span > 1 ? span : undefined}
      aria-label={`${head}, ${label}`}
      data-column={column}
      data-row={row}
      data-booking={entry?.kind === "booking" ? entry.id : undefined}
      className={clsx("board-cell", `board-${entry?.kind ?? kind}`, isAside && "board-aside")}
      style={{ "--column": column + 2, "--span": span, "--room-ink": inksOf(slug).first.hex }}
    >
      {entry?.kind === "booking" && <Visit booking={entry} span={span} />}
      {entry?.kind === "unreadable" && <Unreadable entry={entry} />}
      {entry?.kind === "block" && (
        <div className="board-entry hatched">
          <b className="board-paper">Closed</b>
          <span className="board-paper">{entry.reason}</span>
        </div>
      )}
      {entry?.kind === "turnaround" && (
        <div className="board-entry hatched">
          <span className="board-paper">Turnaround</span>
        </div>
      )}
    </div>
  );
});

function Unreadable({ entry }: { entry: UnreadableEntry }) {
  return (
    <div className="board-entry">
      <b className="truncate">{knownName(entry) ?? `#${entry.id}`}</b>
      <span>{entry.unreadable}</span>
    </div>
  );
}

function Visit({ booking, span }: { booking: BookingEntry; span: number }) {
  const zone = useZone();
  const visit = visitWords(booking);
  const series = seriesText(booking);
  const due = booking.heldUntil === null && Number(booking.dueAmount) > 0;
  const money = (
    <span className={clsx("figures truncate", due && "font-bold")}>{moneyWords(booking, zone)}</span>
  );
  const stage = visit && (
    <span className="flex-none border border-current px-1 text-xs leading-[1.1] font-semibold print:border-0 print:p-0">
      {visit}
    </span>
  );
  // As few elements as possible, because a full day has hundreds of cells.
  return (
    <div
      className={clsx("board-entry", booking.heldUntil !== null && "board-held")}
      data-visit={visit === null ? undefined : booking.visit === "arrived" ? "here" : "over"}
    >
      <span className="board-line board-name">
        <b className="truncate">{customerName(booking)}</b>
        {booking.hasNotes && (
          <span aria-hidden="true" title="Has notes" className="print-none flex-none">
            ✎
          </span>
        )}
        {series !== null && (
          <span aria-hidden="true" title={`${series} of a series`} className="figures flex-none text-xs">
            ↻{span > 1 && ` ${series.replace(" of ", "/")}`}
          </span>
        )}
        {span === 1 && money}
      </span>
      <span className="board-line figures">
        {shortRange(booking.startTime, booking.endTime, zone)} {span === 1 && stage}
        {booking.attendees !== null && !(span === 1 && stage) && (
          <span className="flex-none">{booking.attendees} ppl</span>
        )}
      </span>
      {span > 2 && <span className="truncate">{booking.eventType}</span>}
      {span > 1 &&
        (stage ? (
          <span className="board-line figures">
            {money}
            {stage}
          </span>
        ) : (
          money
        ))}
    </div>
  );
}
