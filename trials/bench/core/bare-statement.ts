/** The baseline for the append: the least that writes two hours and an event through postgres.js, on tables that have only their keys. */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../../core/platform/database/database.ts";

const HOUR_MS = 3_600_000;

/**
 * The tables have the same names as the product's, so that one statement runs on both; they are in a database of their
 * own. They have no other index, trigger or function.
 */
export async function makeBareTables(bare: Sql): Promise<void> {
  await bare`create sequence booking_ids`;
  await bare`
    create table events (
      position bigint generated always as identity,
      stream text not null,
      version integer not null,
      type text not null,
      schema_version smallint not null,
      data jsonb not null,
      meta jsonb not null,
      command_id text not null,
      command_seq smallint not null,
      occurred_at timestamptz not null,
      primary key (stream, version)
    )`;
  await bare`
    create table room_hours (
      room_id integer not null,
      starts_at timestamptz not null,
      booking_id bigint not null,
      primary key (room_id, starts_at)
    )`;
}

/** Returns two hours that have not been used before. */
export function freshHours(): () => [Date, Date] {
  let next = Date.UTC(2100, 0, 1);
  return () => {
    next += 2 * HOUR_MS;
    return [new Date(next), new Date(next + HOUR_MS)];
  };
}

/** Writes one event and its two hours: one statement, one round trip, no checks but the keys. `data` and `meta` are JSON. */
export function bareStatement(
  sql: Sql,
  hours: readonly Date[],
  event: { data: object; meta: object; occurredAt: Date },
): Promise<unknown> {
  return sql`
    with id as materialized (select nextval('booking_ids') as id), hours as (
      insert into room_hours (room_id, starts_at, booking_id)
      select 1, unnest(${hours.map((hour) => hour.toISOString())}::timestamptz[]), id from id
    )
    insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
    select 'booking-' || id, 1, 'BookingRequested', 1, ${sql.json({ ...event.data })}, ${sql.json({ ...event.meta })},
      ${randomUUID()}, 0, ${event.occurredAt}
    from id`;
}
