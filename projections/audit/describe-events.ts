/** Describes the events of an auditor's page in plain words, after looking up what the sentences need. */
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { readBeginnings } from "../../core/log/read.ts";
import { isUnreadable, type RawEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { staffStream } from "../../core/staff/staff.ts";
import { staffSessionStream } from "../../core/staff/staff-session.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import { staffNames } from "../views/staff.ts";
import { changesOf, setsValues, type ValueChange } from "../words/event-changes.ts";
import { describeEvent } from "../words/event-texts.ts";

/** An event in words: a sentence, and the values that it changed. */
export interface DescribedEvent {
  text: string;
  changes: ValueChange[];
}

/** Each event in words. Times are the venue's; colleagues and rooms have their names. */
export async function describeEvents(
  sql: Sql,
  events: readonly RawEvent[],
  { timeZone, rooms }: { timeZone: string; rooms: Pick<RoomDirectory, "nameOf"> },
): Promise<DescribedEvent[]> {
  const [disputes, staff, earlier] = await Promise.all([
    disputesOf(sql, events),
    staffNames(sql, events.flatMap(staffIn)),
    earlierEvents(sql, events),
  ]);
  const known = {
    timeZone,
    roomName: rooms.nameOf,
    staffName: (id: number) => staff.get(id) ?? `staff ${id}`,
  };
  return events.map((event) => ({
    text: describeEvent(event, {
      ...known,
      disputedCents: (disputeId) => disputes.get(`${event.stream} ${disputeId}`) ?? null,
    }),
    changes: setsValues(event) ? readableChanges(event, earlier.get(event.stream) ?? [], known) : [],
  }));
}

/** Empty if this code cannot read the event or one before it. */
function readableChanges(
  event: RawEvent,
  stream: readonly RawEvent[],
  known: Parameters<typeof changesOf>[2],
): ValueChange[] {
  const before = stream.filter(({ version }) => version < event.version);
  try {
    return changesOf(event, before, known);
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

/** By stream, the events before the last of those here that set values. */
async function earlierEvents(sql: Sql, events: readonly RawEvent[]): Promise<Map<string, RawEvent[]>> {
  const last = new Map<string, number>();
  for (const { stream, version } of events.filter(setsValues)) {
    last.set(stream, Math.max(version, last.get(stream) ?? 0));
  }
  const found = await readBeginnings(
    sql,
    [...last].map(([stream, before]) => ({ stream, before })),
  );
  const byStream = new Map<string, RawEvent[]>();
  for (const event of found) byStream.set(event.stream, [...(byStream.get(event.stream) ?? []), event]);
  return byStream;
}

/** The colleague that an event is about. */
function staffIn({ stream, data }: RawEvent): number[] {
  const own = staffStream.idOf(stream);
  if (own !== null) return [own];
  if (staffSessionStream.idOf(stream) === null) return [];
  const id = Object.entries(data ?? {}).find(([name]) => name === "staffId")?.[1];
  return typeof id === "number" ? [id] : [];
}

/** The disputed amounts, in integer cents, of the disputes that end among these events. */
async function disputesOf(sql: Sql, events: readonly RawEvent[]): Promise<Map<string, number>> {
  const streams = events
    .filter(({ type, stream }) => type === "DisputeClosed" && bookingStream.idOf(stream) !== null)
    .map(({ stream }) => stream);
  if (streams.length === 0) return new Map();
  const opened = await sql<{ stream: string; dispute: string; cents: number }[]>`
    select stream, data ->> 'disputeId' as dispute, (data -> 'amountCents')::int as cents from events
    where stream = any(${streams}) and type = 'DisputeOpened' order by stream, version`;
  return new Map(opened.map(({ stream, dispute, cents }) => [`${stream} ${dispute}`, cents]));
}
