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

/** Reads the rooms. They change with a deployment or an operator's UPDATE, after which processes are restarted. */
export async function loadRooms(sql: Sql): Promise<RoomDirectory> {
  const rooms = await sql<Room[]>`
    select id, slug, name, description, capacity,
      json_build_object('hourlyCents', hourly_cents, 'halfDayCents', half_day_cents, 'fullDayCents', full_day_cents) as rates,
      features, equipment, image_url as "imageUrl", images, category, display_order as "displayOrder", bookable,
      slug = ${ENGINEER_ROOM_SLUG} as "engineerAvailable"
    from rooms order by display_order, id`;
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const bySlug = new Map(rooms.map((room) => [room.slug, room]));
  return { all: () => rooms, byId: (id) => byId.get(id), bySlug: (slug) => bySlug.get(slug) };
}
