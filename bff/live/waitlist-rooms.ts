/** Finds the rooms whose pages must read the waitlist again: those that a changed entry wishes for, which are all that it shares with others. */
import { loadWaitlist } from "../../core/booking/waitlist/load-waitlist.ts";
import { entryOf, waitlistStream } from "../../core/booking/waitlist/waitlist.ts";
import type { LogPosition } from "../../core/log/position.ts";
import { type RawEvent, UndecodableEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";

/** By room, the position of the last of these events that is about an entry for it. `all`: every room, for an entry that any room serves, and for an event that cannot be read. */
export async function roomsOfWaitlist(
  sql: Sql,
  events: readonly RawEvent[],
  all: () => readonly number[],
): Promise<Map<number, LogPosition>> {
  const rooms = new Map<number, LogPosition>();
  const changes = events.filter(({ stream }) => waitlistStream.idOf(stream) !== null);
  const last = changes.at(-1);
  if (!last) return rooms;
  try {
    const { state } = await loadWaitlist(sql);
    for (const raw of changes) {
      const event = waitlistStream.decode(raw);
      const entry = event && entryOf(state, event.data.entryId);
      if (!entry) continue;
      for (const roomId of entry.wish.anyRoom ? all() : entry.wish.roomIds) rooms.set(roomId, raw.at);
    }
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    for (const roomId of all()) rooms.set(roomId, last.at);
  }
  return rooms;
}
