/** Extends closures of the whole venue to rooms that were added after them (decision 234). */
import { randomUUID } from "node:crypto";
import { HOURS_CLAIMED, TURNAROUND_BROKEN } from "../booking/hold/hours.ts";
import type { Core } from "../context.ts";
import { appendRule, type EventMeta } from "../log/append-request.ts";
import { isUnreadable } from "../log/stream.ts";
import { load, transact } from "../log/transact.ts";
import { closureStream, decideExtension } from "./closure.ts";
import { findConflictingBookings } from "./conflicting-bookings.ts";

/**
 * Closes the hours of every closure of the whole venue in the rooms that it lacks. A booking that already has such an hour is kept. It
 * changes nothing if every room is covered; it is called when a room is added, and each minute for what a crash left undone.
 */
export async function coverNewRooms(core: Core, meta: EventMeta): Promise<void> {
  const roomIds = core.rooms.allIncludingRetired().map(({ id }) => id);
  const rows = await core.sql<{ id: number }[]>`
    select distinct block as id from room_hours, unnest(block_ids) block
    where starts_at >= ${core.clock.now()} and block_ids <> '{}' and isfinite(starts_at)`;
  for (const { id } of rows) {
    const state = await load(core.sql, closureStream, id).then(
      (loaded) => loaded.state,
      (error: unknown) => {
        if (isUnreadable(error)) return null;
        throw error;
      },
    );
    if (!state?.exists || !state.wholeVenue || state.lifted) continue;
    const missing = roomIds.filter((roomId) => !state.roomIds.includes(roomId));
    if (missing.length > 0) await extend(core, id, missing, meta);
  }
}

async function extend(core: Core, id: number, roomIds: readonly number[], meta: EventMeta): Promise<void> {
  let kept: number[] = [];
  await transact(core, closureStream, id, {
    commandId: `extend-closure:${randomUUID()}`,
    meta,
    async decide(state) {
      if (state.exists) {
        const { startsAt, endsAt } = state;
        const there = await findConflictingBookings(core, { roomIds, startsAt, endsAt }, core.clock.now());
        kept = there.map((booking) => booking.id);
      }
      return decideExtension(state, { roomIds, kept });
    },
    appendRules(before, after) {
      if (!before.exists || !after.exists) return [];
      const { startsAt, endsAt } = after;
      const added = after.roomIds.filter((roomId) => !before.roomIds.includes(roomId));
      return [appendRule("close_hours", { roomIds: added, startsAt, endsAt, kept })];
    },
    refusals: {
      [HOURS_CLAIMED]: async () => "retry",
      [TURNAROUND_BROKEN]: async () => "retry",
    },
  });
}
