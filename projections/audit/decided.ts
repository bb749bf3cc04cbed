/** Reads streams, and selects the events of a stream that count as of an instant. */
import { readBeginnings } from "../../core/log/read.ts";
import { type AnyEvent, eventsOf, type RecordedEvent, type StreamDefinition } from "../../core/log/stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";

/**
 * The events of a stream that had been decided up to the instant. The clocks of two processes may differ: if one event is later than the
 * instant, the events after it are left out too, as in `make as-of`.
 */
export function decidedUpTo<Event extends { occurredAt: Date }>(
  events: readonly Event[],
  instant: Date,
): readonly Event[] {
  const end = events.findIndex(({ occurredAt }) => occurredAt > instant);
  return end < 0 ? events : events.slice(0, end);
}

/** More events than any stream has. */
const EVERY_VERSION = 2 ** 31 - 1;

/** All events of these streams of one category, by the number of the stream. */
export async function historiesOf<Event extends AnyEvent>(
  sql: Sql,
  definition: StreamDefinition<string, unknown, Event>,
  streams: readonly { stream: string }[],
): Promise<Map<number, RecordedEvent<Event>[]>> {
  const raw = await readBeginnings(
    sql,
    streams.map(({ stream }) => ({ stream, before: EVERY_VERSION })),
  );
  const histories = new Map<number, RecordedEvent<Event>[]>();
  for (const event of eventsOf(definition, raw)) {
    const known = histories.get(event.id);
    if (known) known.push(event);
    else histories.set(event.id, [event]);
  }
  return histories;
}
