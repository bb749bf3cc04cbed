/** Projects the read table `public_events`: the events that other programs are told of, each by a whole number that is a cursor (decision 297). */
import type { PublicEventType } from "../../core/open/public-event-types.ts";
import { publicEventOf } from "../../core/open/public-events.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { Projection } from "../engine/projection.ts";
import { addJobs } from "../engine/wake-followers.ts";
import { WEBHOOK_JOB } from "./webhook-tasks.ts";

/** Events of one epoch of the log that a position has room for. */
const OF_ONE_EPOCH = 10 ** 12;

/**
 * A position counts all events of the log up to its own, so a rebuild gives the same one. It begins with the log's epoch, so that after a
 * restore, which may lose the newest events, it is greater than every one that was given out before.
 */
export const publicEvents: Projection = {
  name: "public-events",
  version: 1,
  tables: ["public_events", "public_event_count"],
  streams: "all",
  async fold(tx, { raw }, tableOf) {
    const events = raw.flatMap((event, n) => {
      const told = publicEventOf(event);
      return told ? [{ ...told, event, ahead: raw.length - 1 - n }] : [];
    });
    const count = tx(tableOf("public_event_count"));
    await tx`
      with counted as (
        insert into ${count} as c (only_row, events) values (true, ${raw.length})
        on conflict (only_row) do update set events = c.events + excluded.events
        returning events
      )
      insert into ${tx(tableOf("public_events"))} (position, type, stream, version, booking_id, occurred_at)
      select e.epoch * ${OF_ONE_EPOCH}::bigint + counted.events - e.ahead, e.type, e.stream, e.version, e.booking_id,
        e.occurred_at
      from counted, unnest(${events.map(({ event }) => event.at.epoch)}::bigint[],
        ${events.map(({ ahead }) => ahead)}::bigint[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ event }) => event.stream)}::text[], ${events.map(({ event }) => event.version)}::int[],
        ${events.map(({ bookingId }) => bookingId)}::bigint[],
        ${events.map(({ event }) => event.occurredAt.toISOString())}::timestamptz[])
        as e (epoch, ahead, type, stream, version, booking_id, occurred_at)`;
  },
  async queue(tx, { raw }) {
    if (!raw.some((event) => publicEventOf(event) !== null)) return;
    const active = await tx`select from webhooks where active limit 1`;
    if (active.length > 0) await addJobs(tx, [WEBHOOK_JOB]);
  },
};

/** An event as other programs are told of it. */
export interface PublicEvent {
  /** A cursor: it rises in the log's order, and never changes. */
  position: number;
  type: PublicEventType;
  stream: string;
  version: number;
  bookingId: number;
  /** UTC instant. */
  occurredAt: Date;
}

/** Events after a position (0: from the beginning), in the order of the log. */
export function readPublicEvents(
  sql: Sql,
  { after, limit }: { after: number; limit: number },
): Promise<PublicEvent[]> {
  return sql<PublicEvent[]>`
    select position, type, stream, version, booking_id as "bookingId", occurred_at as "occurredAt"
    from public_events where position > ${after} order by position limit ${limit}`;
}
