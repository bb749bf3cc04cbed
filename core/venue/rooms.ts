/** Owns the rooms of the hub: their rows, read once and kept in memory, since every price and rule asks for them. */
import type { Sql } from "../platform/database.ts";
import type { RoomRates } from "./room-rates.ts";

/** The engineer is offered in this room only (SPEC §6). */
const ENGINEER_ROOM_SLUG = "media-production";

export interface Room {
  id: number;
  slug: string;
  name: string;
  description: string;
  capacity: number;
  rates: RoomRates;
  features: string[];
  equipment: string[];
  imageUrl: string;
  images: string[];
  category: "basic" | "professional" | "premium";
  displayOrder: number;
  /** False: shown, but takes no new bookings. */
  bookable: boolean;
  engineerAvailable: boolean;
}

export interface RoomDirectory {
  /** In display order. */
  all(): readonly Room[];
  byId(id: number): Room | undefined;
  bySlug(slug: string): Room | undefined;
}

interface Row {
  id: number;
  slug: string;
  name: string;
  description: string;
  capacity: number;
  hourly_cents: number;
  half_day_cents: number;
  full_day_cents: number;
  features: string[];
  equipment: string[];
  image_url: string;
  images: string[];
  category: Room["category"];
  display_order: number;
  bookable: boolean;
}

/** Reads the rooms. They change with a deployment or an operator's UPDATE, after which processes are restarted. */
export async function loadRooms(sql: Sql): Promise<RoomDirectory> {
  const rows = await sql<Row[]>`select * from rooms order by display_order, id`;
  const rooms = rows.map(
    (row): Room => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      description: row.description,
      capacity: row.capacity,
      rates: {
        hourlyCents: row.hourly_cents,
        halfDayCents: row.half_day_cents,
        fullDayCents: row.full_day_cents,
      },
      features: row.features,
      equipment: row.equipment,
      imageUrl: row.image_url,
      images: row.images,
      category: row.category,
      displayOrder: row.display_order,
      bookable: row.bookable,
      engineerAvailable: row.slug === ENGINEER_ROOM_SLUG,
    }),
  );
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const bySlug = new Map(rooms.map((room) => [room.slug, room]));
  return { all: () => rooms, byId: (id) => byId.get(id), bySlug: (slug) => bySlug.get(slug) };
}
