/** Reads many streams of one category at once: each with its state, in the order that was asked for. */
import type { Sql } from "../platform/database/database.ts";
import type { LogPosition } from "./position.ts";
import { readRawStreams } from "./read.ts";
import { type AnyEvent, eventsOf, fold, type RecordedEvent, type StreamDefinition } from "./stream.ts";
import type { Loaded } from "./transact.ts";

/** The events of these streams, by the stream's number; none for a stream that does not exist. */
async function readStreams<State, Event extends AnyEvent>(
  sql: Sql,
  stream: StreamDefinition<string, State, Event>,
  ids: readonly number[],
): Promise<Map<number, RecordedEvent<Event>[]>> {
  const raw = await readRawStreams(sql, ids.map(stream.nameOf));
  const byId = new Map(ids.map((id): [number, RecordedEvent<Event>[]] => [id, []]));
  for (const event of eventsOf(stream, raw)) byId.get(event.id)?.push(event);
  return byId;
}

/** Each stream's state and version; with `asOf`, as of the transaction of that position. */
export async function loadStreams<State, Event extends AnyEvent>(
  sql: Sql,
  stream: StreamDefinition<string, State, Event>,
  ids: readonly number[],
  { asOf }: { asOf?: LogPosition } = {},
): Promise<Loaded<State>[]> {
  const histories = await readStreams(sql, stream, ids);
  return ids.map((id) => {
    const events = (histories.get(id) ?? []).filter(
      ({ at }) => !asOf || at.epoch < asOf.epoch || (at.epoch === asOf.epoch && at.xid <= asOf.xid),
    );
    return { id, state: fold(stream, events), version: events.length, at: events.at(-1)?.at ?? null };
  });
}
