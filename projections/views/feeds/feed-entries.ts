/** Reads what a calendar feed shows: its bookings, and for staff the closures, each with its lasting name (decisions 304, 306). */
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { closureStream } from "../../../core/closure/closure.ts";
import type { Actor } from "../../../core/log/append-request.ts";
import { readEventsAt } from "../../../core/log/read.ts";
import {
  type AnyEvent,
  eventsOf,
  type RecordedEvent,
  type StreamDefinition,
} from "../../../core/log/stream.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { ownedBy } from "../booking-owner.ts";
import type { ActiveFeed } from "./feed-record.ts";

interface Entry {
  id: number;
  /** Unlike the number, it is never given again: not after a restore either. */
  reference: string;
  /** The number of events in its stream. */
  version: number;
  /** The UTC instant of the newest of them. */
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
}

export interface FeedBooking extends Entry {
  roomId: number;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  /** A no-show has left the hours to others. */
  freed: boolean;
  attendees: number | null;
  /** Who comes; null once erased, and in a feed that shows no names. */
  guest: string | null;
}

export interface FeedClosure extends Entry {
  roomIds: number[];
  /** Null if the text is erased, and in a feed that shows no names. */
  reason: string | null;
}

export interface FeedEntries {
  bookings: FeedBooking[];
  closures: FeedClosure[];
}

/** What begins before `since` and is over by then is left out, and so is what was cancelled before it. Ordered by start. */
export async function feedEntries(sql: Sql, feed: ActiveFeed, since: Date): Promise<FeedEntries> {
  const [bookings, closures] = [await readBookings(sql, feed, since), await readClosures(sql, feed, since)];
  return { bookings, closures };
}

/** Names are read only where they are shown. */
const showsNames = ({ audience, scope }: ActiveFeed): boolean =>
  audience.kind === "staff" && scope !== "free-busy";

async function readBookings(sql: Sql, feed: ActiveFeed, since: Date): Promise<FeedBooking[]> {
  const { audience, roomId } = feed;
  const name = showsNames(feed)
    ? sql`(select nullif(concat_ws(' ', p.first_name, p.last_name), '') from personal_data p where p.id = b.person_id)`
    : sql`null`;
  const rows = await sql<Omit<FeedBooking, "reference">[]>`
    select b.booking_id as id, b.version, b.updated_at as "changedAt", b.starts_at as "startsAt", b.ends_at as "endsAt",
      b.room_id as "roomId", b.status, b.freed, b.attendees, ${name} as guest
    from bookings b
    where b.starts_at > ${since}::timestamptz - interval '1 day' and b.ends_at > ${since}
      and (b.status <> 'cancelled' or b.updated_at >= ${since})
      ${roomId === null ? sql`` : sql`and b.room_id = ${roomId}`}
      ${audience.kind === "customer" ? sql`and ${ownedBy(sql, audience.bookingsOf)}` : sql``}
    order by b.starts_at, b.booking_id`;
  const begun = await firstEvents(sql, bookingStream, rows);
  return rows.flatMap((row) => {
    const first = begun.get(row.id);
    if (first?.type !== "BookingRequested" || !isShown(feed, first.meta.actor)) return [];
    return [{ ...row, reference: first.data.personId }];
  });
}

async function readClosures(sql: Sql, feed: ActiveFeed, since: Date): Promise<FeedClosure[]> {
  const { audience, roomId } = feed;
  if (audience.kind === "customer") return [];
  const reason = showsNames(feed)
    ? sql`(select free_text from personal_data where id = reason_id)`
    : sql`null`;
  const rows = await sql<Omit<FeedClosure, "reference" | "changedAt">[]>`
    select block_id as id, version, starts_at as "startsAt", ends_at as "endsAt", room_ids as "roomIds", ${reason} as reason
    from room_blocks
    where not lifted and ends_at > ${since} ${roomId === null ? sql`` : sql`and ${roomId} = any(room_ids)`}
    order by starts_at, block_id`;
  const begun = await firstEvents(sql, closureStream, rows);
  const newest = await readEventsAt(
    sql,
    rows.map(({ id, version }) => ({ stream: closureStream.nameOf(id), version })),
  );
  const changedAt = new Map(newest.map(({ stream, occurredAt }) => [closureStream.idOf(stream), occurredAt]));
  return rows.flatMap((row) => {
    const first = begun.get(row.id);
    if (first?.type !== "BlockPlaced" || !isShown(feed, first.meta.actor)) return [];
    return [{ ...row, reference: first.data.reasonId, changedAt: changedAt.get(row.id) ?? first.occurredAt }];
  });
}

/** Who made a booking or closure is in the log alone, and is asked only for the feed `mine` of staff: what they made themselves. */
const isShown = ({ scope, audience }: ActiveFeed, actor: Actor): boolean =>
  scope !== "mine" || audience.kind === "customer" || (actor.kind === "staff" && actor.id === audience.id);

async function firstEvents<State, Event extends AnyEvent>(
  sql: Sql,
  stream: StreamDefinition<string, State, Event>,
  rows: readonly { id: number }[],
): Promise<Map<number, RecordedEvent<Event>>> {
  const raw = await readEventsAt(
    sql,
    rows.map(({ id }) => ({ stream: stream.nameOf(id), version: 1 })),
  );
  return new Map(eventsOf(stream, raw).map((event) => [event.id, event]));
}
