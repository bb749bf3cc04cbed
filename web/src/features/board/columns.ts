/** Computes how a board's entries fill its grid: a column for each room and day, a cell for each hour at which something begins. Pure. */
import type { Board, BoardEntry, BoardRoom } from "../../../../bff/contract/staff/board.ts";
import { HOUR_MS, instantAt, type VenueDay } from "../../../../core/venue/time/venue-time.ts";

/** `span` in hours. */
type Cell = { kind: "free" } | { kind: "closed" } | { kind: "entry"; entry: BoardEntry; span: number };

export interface Column {
  /** Stays the same from day to day, so that turning to another day changes cells instead of making new ones. */
  key: string;
  roomId: number;
  roomName: string;
  slug: string;
  day: VenueDay;
  /** By hour, from the board's first one; null if an entry above covers the hour. */
  cells: readonly (Cell | null)[];
}

/** Which entry is on top if two share an hour: a booking that was kept under a closure takes place. */
const ON_TOP = { turnaround: 0, block: 1, booking: 2, unreadable: 2 } as const;

/** The starts of the board's hours, on the venue's clock; empty if none of its days is open. */
export const boardHours = ({ hours }: Pick<Board, "hours">): number[] =>
  hours === null ? [] : Array.from({ length: hours.close - hours.open }, (_, at) => hours.open + at);

/** The columns from left to right: the rooms of a day, or the days of a room. */
export function columnsOf(board: Board, zone: string): Column[] {
  const hours = boardHours(board);
  const days = board.days.map(({ day, hours: open }) => ({
    day,
    slots: hours.map((hour) => ({
      at: instantAt(day, hour, zone).getTime(),
      isOpen: open !== null && hour >= open.open && hour < open.close,
    })),
  }));
  return board.rooms.flatMap((room) => days.map((day, at) => columnOf(room, day, `${room.id} ${at}`)));
}

interface BoardDay {
  day: VenueDay;
  slots: readonly { at: number; isOpen: boolean }[];
}

function columnOf({ id, name, slug, entries }: BoardRoom, { day, slots }: BoardDay, key: string): Column {
  const topEntries: (BoardEntry | undefined)[] = slots.map(() => undefined);
  const shown = entries.filter((entry) => entry.kind !== "booking" || !entry.freed);
  for (const entry of shown.toSorted((a, b) => ON_TOP[a.kind] - ON_TOP[b.kind])) {
    const from = Date.parse(entry.startTime);
    const to = Date.parse(entry.endTime);
    slots.forEach(({ at }, row) => {
      if (at < to && at + HOUR_MS > from) topEntries[row] = entry;
    });
  }
  const cells = slots.map(({ isOpen }, row): Cell | null => {
    const entry = topEntries[row];
    if (entry === undefined) return { kind: isOpen ? "free" : "closed" };
    if (row > 0 && topEntries[row - 1] === entry) return null;
    const rest = topEntries.slice(row).findIndex((top) => top !== entry);
    return { kind: "entry", entry, span: rest === -1 ? topEntries.length - row : rest };
  });
  return { key, roomId: id, roomName: name, slug, day, cells };
}

/** The row at which the entry that covers this row begins; otherwise the row itself. */
export function firstRowOf({ cells }: Column, row: number): number {
  let first = row;
  while (first > 0 && cells[first] === null) first -= 1;
  return first;
}

/** The free rows from `from` toward `to`, as far as they are free in a row; both ends inclusive. Null if `from` is not free. */
export function freeRange(
  { cells }: Column,
  from: number,
  to: number,
): { first: number; last: number } | null {
  if (cells[from]?.kind !== "free") return null;
  const step = to < from ? -1 : 1;
  let reached = from;
  while (reached !== to && cells[reached + step]?.kind === "free") reached += step;
  return { first: Math.min(from, reached), last: Math.max(from, reached) };
}
