/** Checks how entries fill the board's cells, and which hours a choice covers. */
import { describe, expect, it } from "vitest";
import type { Board, BoardEntry } from "../../../../bff/contract/staff/board.ts";
import { boardHours, columnsOf, firstRowOf, freeRange } from "./columns.ts";
import { entryLabel } from "./entry-words.ts";

const ZONE = "America/New_York";
const DAY = "2027-02-22";

/** `hour` is on the venue's clock, which is five hours behind UTC. */
const at = (hour: number) => new Date(Date.UTC(2027, 1, 22, hour + 5)).toISOString();
const booking = (id: number, from: number, to: number): BoardEntry => ({
  kind: "booking",
  id,
  startTime: at(from),
  endTime: at(to),
  firstName: "Ada",
  lastName: "Byron",
  eventType: "Rehearsal",
  attendees: null,
  status: "confirmed",
  paymentStatus: "paid",
  totalAmount: "10.00",
  dueAmount: "0.00",
  heldUntil: null,
  visit: null,
  freed: false,
  hasNotes: false,
});
const block = (from: number, to: number): BoardEntry => ({
  kind: "block",
  id: 9,
  startTime: at(from),
  endTime: at(to),
  reason: "New floor",
  public: false,
});
const board = (entries: BoardEntry[], open = { open: 9, close: 14 }): Board => ({
  day: DAY,
  hours: { open: 9, close: 14 },
  days: [{ day: DAY, hours: open }],
  rooms: [{ id: 1, name: "Studio", slug: "studio", entries }],
});
const shape = (of: Board) =>
  columnsOf(of, ZONE).map(({ cells }) =>
    cells.map((cell) =>
      cell?.kind === "entry" ? `${cell.entry.kind} ${cell.span}` : cell === null ? "." : cell.kind,
    ),
  );

describe("columnsOf", () => {
  it("has one row for each hour, and a longer entry covers the rows below", () => {
    expect(boardHours(board([]))).toEqual([9, 10, 11, 12, 13]);
    expect(shape(board([booking(1, 10, 12), booking(2, 12, 13)]))).toEqual([
      ["free", "booking 2", ".", "booking 1", "free"],
    ]);
  });
  it("clips entries that begin before or end after the day, and shows a kept booking over its closure", () => {
    expect(shape(board([block(-20, 40), booking(1, 11, 12)]))).toEqual([
      ["block 2", ".", "booking 1", "block 2", "."],
    ]);
  });
  it("shows a booking that cannot be read like any visit, above other entries of its hours", () => {
    const unreadable: BoardEntry = {
      kind: "unreadable",
      id: 3,
      startTime: at(11),
      endTime: at(13),
      firstName: null,
      lastName: null,
      unreadable: "This booking cannot be read by this version",
    };
    expect(shape(board([unreadable, block(9, 14)]))).toEqual([
      ["block 2", ".", "unreadable 2", ".", "block 1"],
    ]);
    expect(entryLabel(unreadable, ZONE)).toBe(
      "11:00 AM – 1:00 PM, This booking cannot be read by this version",
    );
  });
  it("marks hours that are not open, and closed days", () => {
    expect(shape(board([], { open: 10, close: 13 }))).toEqual([["closed", "free", "free", "free", "closed"]]);
    expect(columnsOf({ ...board([]), hours: null, days: [{ day: DAY, hours: null }] }, ZONE)).toMatchObject([
      { cells: [] },
    ]);
  });
});

describe("chosen hours", () => {
  const [column] = columnsOf(board([booking(1, 11, 13)]), ZONE);
  if (!column) throw new Error("no column");
  it("extend as far as hours are free, in both directions", () => {
    expect(freeRange(column, 0, 4)).toEqual({ first: 0, last: 1 });
    expect(freeRange(column, 1, 0)).toEqual({ first: 0, last: 1 });
    expect(freeRange(column, 2, 0)).toBeNull();
  });
  it("belong to the entry that covers them", () => {
    expect(firstRowOf(column, 3)).toBe(2);
    expect(firstRowOf(column, 1)).toBe(1);
  });
});
