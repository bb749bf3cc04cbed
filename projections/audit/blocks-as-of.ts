/** Shows what was closed of a room's day as of an instant, and every closing and reopening of it, folded with the core's own `evolve`. */
import { type ClosureEvent, type ClosureState, closureStream } from "../../core/closure/closure.ts";
import { fold, type RecordedEvent } from "../../core/log/stream.ts";
import { readPerson } from "../../core/person/personal-data.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { decidedUpTo, historiesOf } from "./decided.ts";

/** Hours that a closure had. UTC instants. */
interface ClosedHours {
  blockId: number;
  startsAt: Date;
  endsAt: Date;
  /** As it reads today: null once it is erased. */
  reason: string | null;
}

export interface DayClosures {
  /** Ordered by their start. */
  blocks: ClosedHours[];
  /** All changes, also those after the instant, in no order. */
  changes: { blockId: number; event: RecordedEvent<ClosureEvent> }[];
}

/** The streams of closures that have had hours of the room. There are a few a week, and they are found by the numbers of their kinds. */
export const closureStreamsOfRoom = (sql: Sql, roomId: number) => sql`
  select placed.stream from audit_kinds join audit_events using (kind)
  join events placed on placed.stream = audit_events.stream and placed.version = audit_events.version
  where audit_kinds.type in ('BlockPlaced', 'BlockExtended') and placed.data -> 'roomIds' @> ${String(roomId)}::text::jsonb`;

/** The hours of [from, to). */
export async function dayClosuresAsOf(
  sql: Sql,
  { roomId, from, to, instant }: { roomId: number; from: Date; to: Date; instant: Date },
): Promise<DayClosures> {
  const streams = await sql<{ stream: string }[]>`
    select first.stream from events first
    where first.stream in (${closureStreamsOfRoom(sql, roomId)}) and first.version = 1
      and (first.data ->> 'startsAt')::timestamptz < ${to} and (first.data ->> 'endsAt')::timestamptz > ${from}`;
  const found: DayClosures = { blocks: [], changes: [] };
  for (const [blockId, history] of await historiesOf(sql, closureStream, streams)) {
    const state: ClosureState = fold(closureStream, decidedUpTo(history, instant));
    if (state.exists && !state.lifted && state.roomIds.includes(roomId)) {
      const { startsAt, endsAt, reasonId } = state;
      const words = reasonId === null ? null : await readPerson(sql, reasonId);
      found.blocks.push({ blockId, startsAt, endsAt, reason: words?.freeText ?? null });
    }
    for (const event of history) found.changes.push({ blockId, event });
  }
  found.blocks.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.blockId - b.blockId);
  return found;
}
