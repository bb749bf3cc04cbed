/** Owns what a process remembers of the rooms: the rows that their streams' appends write, since every price and rule asks for them. */
import type { Sql } from "../platform/database.ts";
import type { NewRoom, RoomPhoto, StandingRoom } from "./room.ts";
import type { Rates, RoomRates } from "./room-rates.ts";

export interface Room {
  id: number;
  /** Events of its stream that this tells of: what is decided by it stands only while there are no more. */
  version: number;
  slug: string;
  name: string;
  description: string;
  capacity: number;
  rates: RoomRates;
  features: string[];
  equipment: string[];
  imageUrl: string;
  images: string[];
  category: NewRoom["category"];
  displayOrder: number;
  /** False: shown, but takes no new bookings. */
  bookable: boolean;
  engineerAvailable: boolean;
  /** What stands across its card. */
  overlay: string | null;
  turnaroundHours: number;
  photos: RoomPhoto[];
  /** Out of the house: its old bookings name it, and nothing else shows it. */
  retired: boolean;
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

/** Reads every room there has been. */
export async function readRooms(sql: Sql): Promise<Room[]> {
  const rows = await sql<(Omit<Room, "engineerAvailable"> & { engineer: Rates | null })[]>`
    select id, version, slug, name, description, capacity,
      json_build_object('hourlyCents', hourly_cents, 'halfDayCents', half_day_cents, 'fullDayCents', full_day_cents) as rates,
      features, equipment, image_url as "imageUrl", images, category, display_order as "displayOrder", bookable,
      engineer, overlay, turnaround_hours as "turnaroundHours", photos, retired
    from rooms order by display_order, id`;
  return rows.map(({ engineer, ...room }) => ({
    ...room,
    rates: engineer ? { ...room.rates, engineer } : room.rates,
    engineerAvailable: engineer !== null,
  }));
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
export const writeRoom = (room: StandingRoom) => ({
  operation: "write_room" as const,
  room: {
    version: room.version,
    slug: room.slug,
    name: room.name,
    description: room.description,
    capacity: room.capacity,
    hourly_cents: room.rates.hourlyCents,
    half_day_cents: room.rates.halfDayCents,
    full_day_cents: room.rates.fullDayCents,
    features: room.features,
    equipment: room.equipment,
    image_url: room.imageUrl,
    images: room.images,
    category: room.category,
    display_order: room.displayOrder,
    bookable: room.bookable,
    overlay: room.overlay,
    engineer: room.engineer,
    turnaround_hours: room.turnaroundHours,
    photos: room.photos,
    retired: room.retired,
  },
});
