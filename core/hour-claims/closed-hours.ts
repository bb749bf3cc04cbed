/** Compares the closed hours in the hour claims with the closures' events, and repairs the claims that differ. */
import { type ClosureState, closureStream } from "../closure/closure.ts";
import { readRawStreamsOf } from "../log/read.ts";
import { eventsOf, fold } from "../log/stream.ts";
import type { TransactionSql } from "../platform/database/database.ts";
import { hoursBetween } from "../venue/time/venue-time.ts";

/** An hour (UTC instant) that is closed by other closures in the hour claims than by the events; their numbers, ascending. */
export interface ClosedHourFault {
  roomId: number;
  startsAt: Date;
  blocks: { claimed: readonly number[]; events: readonly number[] };
}

export const placeOf = (roomId: number, startsAt: Date): string => `${roomId} ${startsAt.getTime()}`;

/** The hours that a closure has closed, by room; none after reopening. */
export const closedHoursOf = (block: ClosureState): { roomId: number; startsAt: Date }[] =>
  block.exists && !block.lifted
    ? block.roomIds.flatMap((roomId) =>
        hoursBetween(block.startsAt, block.endsAt).map((startsAt) => ({ roomId, startsAt })),
      )
    : [];

/** The closures of each hour, by the events. `unreadable`: the closures that this code cannot read; `onUnreadable` is called for each. */
async function closedByEvents(tx: TransactionSql, onUnreadable?: (error: unknown, blockId: number) => void) {
  const closed = new Map<string, { roomId: number; startsAt: Date; blocks: number[] }>();
  const unreadable = new Set<number>();
  for await (const events of readRawStreamsOf(tx, closureStream.category)) {
    const id = closureStream.idOf(events[0].stream);
    if (id === null) continue;
    let hours: ReturnType<typeof closedHoursOf>;
    try {
      hours = closedHoursOf(fold(closureStream, eventsOf(closureStream, events)));
    } catch (error) {
      onUnreadable?.(error, id);
      unreadable.add(id);
      continue;
    }
    for (const hour of hours) {
      const place = placeOf(hour.roomId, hour.startsAt);
      const known = closed.get(place);
      if (known) known.blocks.push(id);
      else closed.set(place, { ...hour, blocks: [id] });
    }
  }
  for (const { blocks } of closed.values()) blocks.sort((a, b) => a - b);
  return { closed, unreadable };
}

/** Checks within the caller's snapshot. Hours of closures that cannot be read are skipped. `hours`: how many are closed, by the events. */
export async function checkClosedHours(
  tx: TransactionSql,
  onUnreadable: (error: unknown, blockId: number) => void,
): Promise<{ hours: number; faults: ClosedHourFault[] }> {
  const { closed, unreadable } = await closedByEvents(tx, onUnreadable);
  const hours = closed.size;
  const faults: ClosedHourFault[] = [];
  const rows = await tx<{ roomId: number; startsAt: Date; blocks: string[] }[]>`
    select room_id as "roomId", starts_at as "startsAt", block_ids::text[] as blocks
    from room_hours where block_ids <> '{}' and isfinite(starts_at)`;
  for (const { roomId, startsAt, blocks } of rows) {
    const place = placeOf(roomId, startsAt);
    const claimed = blocks.map(Number).sort((a, b) => a - b);
    const events = closed.get(place)?.blocks ?? [];
    closed.delete(place);
    if (claimed.some((id) => unreadable.has(id))) continue;
    if (claimed.join() !== events.join()) faults.push({ roomId, startsAt, blocks: { claimed, events } });
  }
  for (const { roomId, startsAt, blocks } of closed.values()) {
    faults.push({ roomId, startsAt, blocks: { claimed: [], events: blocks } });
  }
  return { hours, faults };
}

/** Each closure's hours at these places, by its events as they are now. The caller has locked the hour claims. */
export async function repairClosedHours(
  tx: TransactionSql,
  faults: readonly ClosedHourFault[],
): Promise<void> {
  const { closed, unreadable } = await closedByEvents(tx);
  for (const { roomId, startsAt } of faults) {
    const right = closed.get(placeOf(roomId, startsAt))?.blocks ?? [];
    const [row] = await tx<{ blocks: string[] }[]>`
      select block_ids::text[] as blocks from room_hours where room_id = ${roomId} and starts_at = ${startsAt}`;
    if (row?.blocks.some((id) => unreadable.has(Number(id)))) continue;
    if (right.length > 0) {
      await tx`
        insert into room_hours (room_id, starts_at, block_ids) values (${roomId}, ${startsAt}, ${right}::bigint[])
        on conflict (room_id, starts_at) do update set block_ids = excluded.block_ids`;
    } else {
      await tx`
        delete from room_hours where room_id = ${roomId} and starts_at = ${startsAt} and booking_id is null`;
      await tx`
        update room_hours set block_ids = '{}' where room_id = ${roomId} and starts_at = ${startsAt}`;
    }
  }
}
