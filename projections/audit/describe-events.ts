/** Describes the events of an auditor's page in plain words, after looking up what the sentences need. */
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import type { RawEvent } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import { describeEvent } from "../words/event-texts.ts";

/** A sentence for each event. Times are the venue's. */
export async function describeEvents(
  sql: Sql,
  events: readonly RawEvent[],
  { timeZone, rooms }: { timeZone: string; rooms: Pick<RoomDirectory, "byId"> },
): Promise<string[]> {
  const disputes = await disputesOf(sql, events);
  return events.map((event) =>
    describeEvent(event, {
      timeZone,
      roomName: (id) => rooms.byId(id)?.name,
      disputedCents: (disputeId) => disputes.get(`${event.stream} ${disputeId}`) ?? null,
    }),
  );
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
