/** Caches the rooms in a process: the rows that their streams' appends write, since every price and rule needs them. */
import type { Sql } from "../../platform/database/database.ts";
import type { ExistingRoom } from "./room.ts";
import type { RoomRates } from "./room-rates.ts";

/** A room as its stream describes it. `version`: a decision based on it is valid only while its stream has no more events. */
export interface Room extends Omit<ExistingRoom, "exists" | "rates" | "engineer"> {
  id: number;
  rates: RoomRates;
  engineerAvailable: boolean;
}

export interface RoomDirectory {
  /** The rooms that are not retired, in display order. */
  all(): readonly Room[];
  /** Includes retired rooms. */
  allIncludingRetired(): readonly Room[];
  /** Also finds a retired room. */
  byId(id: number): Room | undefined;
  /** Also of a retired room; `room 6` for one that is unknown. */
  nameOf(id: number): string;
  bySlug(slug: string): Room | undefined;
}

/** Whether visitors may book it, and change the hours of their bookings in it. */
export const isBookableByVisitors = ({ bookable, retired }: Pick<Room, "bookable" | "retired">): boolean =>
  bookable && !retired;

/** The columns that `writeRoom` writes, and the room's number. */
interface RoomRow extends Omit<ExistingRoom, "exists" | "rates"> {
  id: number;
  hourlyCents: number;
  halfDayCents: number;
  fullDayCents: number;
}

/** Reads all rooms, including retired ones. */
export async function readRooms(sql: Sql): Promise<Room[]> {
  const rows = await sql<object[]>`select * from rooms order by display_order, id`;
  return rows.map((columns) => {
    const row = renamed(columns, fieldOf) as RoomRow; // each column is named after its field
    const { engineer, hourlyCents, halfDayCents, fullDayCents, ...room } = row;
    const rates = {
      hourlyCents,
      halfDayCents,
      fullDayCents,
      ...(engineer ? { engineer } : {}),
      ...(room.priceRules.length > 0 ? { rules: room.priceRules } : {}),
      ...(room.laterPrices.length > 0 ? { later: room.laterPrices } : {}),
    };
    return { ...room, rates, engineerAvailable: engineer !== null };
  });
}

/** Looks up these rooms. */
export function directoryOf(rooms: readonly Room[]): RoomDirectory {
  const open = rooms.filter(({ retired }) => !retired);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const bySlug = new Map(open.map((room) => [room.slug, room]));
  return {
    all: () => open,
    allIncludingRetired: () => rooms,
    byId: (id) => byId.get(id),
    nameOf: (id) => byId.get(id)?.name ?? `room ${id}`,
    bySlug: (slug) => bySlug.get(slug),
  };
}

/** The row that a room's append writes. `rooms_slug_key` refuses a slug that belongs to another room. */
export function writeRoom({ exists: _exists, rates, ...room }: ExistingRoom) {
  return { operation: "write_room" as const, room: renamed({ ...room, ...rates }, columnOf) };
}

/** For example `turnaroundHours` → `turnaround_hours`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const renamed = (values: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
