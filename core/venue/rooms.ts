/** Owns what a process remembers of the rooms: the rows that their streams' appends write, since every price and rule asks for them. */
import type { Sql } from "../platform/database.ts";
import type { StandingRoom } from "./room.ts";
import type { RoomRates } from "./room-rates.ts";

/** A room as its stream tells of it. `version`: what is decided by it stands only while its stream has no more events. */
export interface Room extends Omit<StandingRoom, "exists" | "rates" | "engineer"> {
  id: number;
  rates: RoomRates;
  engineerAvailable: boolean;
}

export interface RoomDirectory {
  /** Those of the house, in display order. */
  all(): readonly Room[];
  /** Those that are out of the house too. */
  everOpened(): readonly Room[];
  /** Also one that is out of the house. */
  byId(id: number): Room | undefined;
  bySlug(slug: string): Room | undefined;
}

/** Whether visitors may book it, and take other hours in it for what they have booked. */
export const takesVisitors = ({ bookable, retired }: Pick<Room, "bookable" | "retired">): boolean =>
  bookable && !retired;

/** What `writeRoom` writes, and the room's number. */
interface RoomRow extends Omit<StandingRoom, "exists" | "rates"> {
  id: number;
  hourlyCents: number;
  halfDayCents: number;
  fullDayCents: number;
}

/** Reads every room there has been. */
export async function readRooms(sql: Sql): Promise<Room[]> {
  const rows = await sql<object[]>`select * from rooms order by display_order, id`;
  return rows.map((columns) => {
    const row = renamed(columns, fieldOf) as RoomRow; // each column is named after its field
    const { engineer, hourlyCents, halfDayCents, fullDayCents, ...room } = row;
    const rates = { hourlyCents, halfDayCents, fullDayCents, ...(engineer ? { engineer } : {}) };
    return { ...room, rates, engineerAvailable: engineer !== null };
  });
}

/** What is looked up among these. */
export function directoryOf(rooms: readonly Room[]): RoomDirectory {
  const open = rooms.filter(({ retired }) => !retired);
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const bySlug = new Map(open.map((room) => [room.slug, room]));
  return {
    all: () => open,
    everOpened: () => rooms,
    byId: (id) => byId.get(id),
    bySlug: (slug) => bySlug.get(slug),
  };
}

/** The guard's part in a room's append: its row. `rooms_slug_key` refuses a slug that is another's. */
export function writeRoom({ exists: _exists, rates, ...room }: StandingRoom) {
  return { operation: "write_room" as const, room: renamed({ ...room, ...rates }, columnOf) };
}

/** `turnaroundHours` stands in `turnaround_hours`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const renamed = (values: object, rename: (name: string) => string): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
