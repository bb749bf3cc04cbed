/** Adds the seven rooms for tests that need none of their history: only their rows, so that the log begins with what the test does. */
import type { Sql } from "../platform/database/database.ts";
import { roomAsAdded } from "../venue/rooms/room.ts";
import { writeRoom } from "../venue/rooms/rooms.ts";
import { ROOM_SEEDS, seedOf } from "../venue/rooms/seed-rooms.ts";

/** Overwrites nothing: a test that needs the rooms' streams calls `seedVenue` before. */
export async function seedRoomRows(ownerSql: Sql): Promise<void> {
  const rows = ROOM_SEEDS.map((seed) => {
    const room = { ...roomAsAdded(seedOf(seed)), version: 0 };
    return { id: seed.id, room: writeRoom(room).room };
  });
  await ownerSql`
    select guard.write_room((row ->> 'id')::bigint, now(), row)
    from jsonb_array_elements(${ownerSql.json(rows as never)}) row
    where not exists (select from rooms where id = (row ->> 'id')::integer)`;
}
