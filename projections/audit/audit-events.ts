/** Projects the read tables by which auditors find events: kind, actor, room and instant of each. An event's content stays in the log. */
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { TransactionSql } from "../../core/platform/database/database.ts";
import type { RebuildMemory } from "../engine/memory.ts";
import type { Projection } from "../engine/projection.ts";
import { withoutAuthor } from "./anonymous.ts";

/** The room of an event that is about no room. */
const NO_ROOM = 0;

/** The filters that can be combined, except the single actor: kinds are numbered, and each number has its events in order. */
interface Kind {
  type: string;
  actorKind: string;
  roomId: number;
}

/** Follows every event of any type, since the log also contains types that this code does not know. */
export const auditEvents: Projection = {
  name: "audit",
  version: 2,
  tables: ["audit_kinds", "audit_events"],
  streams: "all",
  async fold(tx, { raw, memory }, tableOf) {
    const events = raw.map(withoutAuthor);
    const rooms = await roomsOf(tx, events, memory);
    const kinds = events.map(
      ({ type, meta }, n): Kind => ({ type, actorKind: meta.actor.kind, roomId: rooms[n] ?? NO_ROOM }),
    );
    // Nearly every event is of a kind that already has a number.
    const isAllThere = await insertEvents(tx, tableOf, events, kinds);
    if (isAllThere) return;
    await numberKinds(tx, tableOf("audit_kinds"), kinds);
    await insertEvents(tx, tableOf, events, kinds);
  },
};

/** Inserts the events whose kinds have numbers and that are not there yet; returns whether these were all. */
async function insertEvents(
  tx: TransactionSql,
  tableOf: (table: string) => string,
  events: readonly RawEvent[],
  kinds: readonly Kind[],
): Promise<boolean> {
  const inserted = await tx`
    insert into ${tx(tableOf("audit_events"))}
      (occurred_at, position, kind, version, actor_id, starts_at, stream)
    select e.occurred_at, e.position, k.kind, e.version, e.actor_id, e.starts_at, e.stream
    from unnest(${events.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[],
      ${events.map(({ at }) => at.position)}::bigint[], ${events.map(({ version }) => version)}::int[],
      ${events.map(actorIdOf)}::bigint[], ${events.map(startOf)}::timestamptz[],
      ${events.map(({ stream }) => stream)}::text[], ${kinds.map(({ type }) => type)}::text[],
      ${kinds.map(({ actorKind }) => actorKind)}::text[], ${kinds.map(({ roomId }) => roomId)}::int[])
      as e (occurred_at, position, version, actor_id, starts_at, stream, type, actor_kind, room_id)
    join ${tx(tableOf("audit_kinds"))} k using (type, actor_kind, room_id)
    on conflict do nothing`;
  return inserted.count === events.length;
}

/** Numbers the kinds that have no number, in the order in which the log first has them. No other process writes the table during a fold. */
async function numberKinds(tx: TransactionSql, table: string, kinds: readonly Kind[]): Promise<void> {
  await tx`
    insert into ${tx(table)} (type, actor_kind, room_id, kind)
    select met.type, met.actor_kind, met.room_id, last.kind + row_number() over (order by min(met.n))
    from unnest(${kinds.map(({ type }) => type)}::text[], ${kinds.map(({ actorKind }) => actorKind)}::text[],
      ${kinds.map(({ roomId }) => roomId)}::int[]) with ordinality as met (type, actor_kind, room_id, n),
      (select coalesce(max(kind), 0) as kind from ${tx(table)}) last
    where not exists (select from ${tx(table)} k
      where (k.type, k.actor_kind, k.room_id) = (met.type, met.actor_kind, met.room_id))
    group by met.type, met.actor_kind, met.room_id, last.kind`;
}

const actorIdOf = ({ meta: { actor } }: RawEvent): number | null => ("id" in actor ? actor.id : null);

/** A field of an event's data, of any type. */
const fieldOf = ({ data }: RawEvent, name: string): unknown =>
  typeof data === "object" && data !== null && Object.hasOwn(data, name)
    ? data[name as keyof typeof data] // checked above to be an own field
    : undefined;

const isWhole = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 2 ** 31;

/** The start of the visit that a booking's event is about, if the event says it: UTC, ISO 8601. */
function startOf(event: RawEvent): string | null {
  const startsAt = fieldOf(event, "startsAt");
  if (bookingStream.idOf(event.stream) === null || typeof startsAt !== "string") return null;
  const instant = new Date(startsAt);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}

const ROOM_STREAM = /^room-([1-9]\d{0,8})$/;

/** What a rebuild remembers between batches: most events of a booking come within hours of its first one. */
const remembered = new WeakMap<RebuildMemory, Map<string, number>>();
const MAX_REMEMBERED = 50_000;

/** The room that each event is about: the room that it names, else the last room of its booking. */
async function roomsOf(
  tx: TransactionSql,
  events: readonly RawEvent[],
  memory: RebuildMemory | undefined,
): Promise<(number | null)[]> {
  let known = memory && remembered.get(memory);
  if (!known || known.size > MAX_REMEMBERED) known = new Map();
  if (memory) remembered.set(memory, known);
  await lookUp(tx, events, known);
  return events.map((event) => {
    const named = fieldOf(event, "roomId");
    const own = ROOM_STREAM.exec(event.stream)?.[1];
    if (own !== undefined) return Number(own);
    if (!isWhole(named)) return known.get(event.stream) ?? null;
    if (bookingStream.idOf(event.stream) !== null) known.set(event.stream, named);
    return named;
  });
}

/** The rooms of bookings that began before the batch. */
async function lookUp(
  tx: TransactionSql,
  events: readonly RawEvent[],
  known: Map<string, number>,
): Promise<void> {
  const firsts = new Map<string, RawEvent>();
  for (const event of events) {
    const isBegun = event.version > 1 && !known.has(event.stream);
    if (isBegun && !firsts.has(event.stream) && bookingStream.idOf(event.stream) !== null)
      firsts.set(event.stream, event);
  }
  if (firsts.size === 0) return;
  const wanted = [...firsts.values()];
  const found = await tx<{ stream: string; roomId: number }[]>`
    select wanted.stream, named.room_id as "roomId"
    from unnest(${wanted.map(({ stream }) => stream)}::text[], ${wanted.map(({ version }) => version)}::int[])
      as wanted (stream, before),
    lateral (
      select (e.data -> 'roomId')::int as room_id from events e
      where e.stream = wanted.stream and e.version < wanted.before and jsonb_typeof(e.data -> 'roomId') = 'number'
      order by e.version desc limit 1
    ) named`;
  for (const { stream, roomId } of found) known.set(stream, roomId);
}
