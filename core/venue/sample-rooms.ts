/** Tells which rooms are still the sample's, and retires them together (decision 243). */
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import { changeRoom, type RoomOutcome } from "./handle.ts";
import type { Room, RoomDirectory } from "./rooms/rooms.ts";
import { ROOM_SEEDS } from "./rooms/seed-rooms.ts";

/** As it was seeded: staff have not changed it yet. */
const isSampleRoom = ({ id, version }: Room): boolean =>
  version === 1 && ROOM_SEEDS.some((seed) => seed.id === id);

/** Rooms that are shown and as they were seeded. */
export const sampleRoomsOf = (rooms: Pick<RoomDirectory, "all">): Room[] => rooms.all().filter(isSampleRoom);

/** Retires them one after the other; the first refusal ends it, and a repetition retires the rest. Null once all are retired. */
export async function retireSampleRooms(
  core: Core,
  meta: EventMeta,
): Promise<Extract<RoomOutcome, { ok: false }> | null> {
  await core.venue.refreshIfExpired();
  for (const { id, version } of sampleRoomsOf(core.rooms)) {
    const outcome = await changeRoom(core, id, { retired: true }, { meta, version });
    if (!outcome.ok) return outcome;
  }
  return null;
}
