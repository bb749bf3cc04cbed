/** Loads streams that grow without end: a process reads only the events that came after its last load. */
import { type BoundedMap, createBoundedMap } from "../platform/bounded-map.ts";
import type { Sql } from "../platform/database/database.ts";
import { readStream } from "./read.ts";
import { type AnyEvent, fold, type RecordedEvent, type StreamDefinition } from "./stream.ts";
import type { Loaded } from "./transact.ts";

interface Remembered<State, Event> extends Loaded<State> {
  last: RecordedEvent<Event> | undefined;
}

/**
 * Like `load` for streams of this category; the states of `most` streams are kept. The last event is read again each time: a database that
 * took over from another one may have lost it, and then the stream is read from its beginning.
 */
export function createStreamLoader<State, Event extends AnyEvent>(
  stream: StreamDefinition<string, State, Event>,
  { most }: { most: number },
): (sql: Sql, id: number) => Promise<Loaded<State>> {
  /** Each database has its own. */
  const memories = new WeakMap<Sql, BoundedMap<number, Remembered<State, Event>>>();

  return async (sql, id) => {
    const memory = memories.get(sql) ?? createBoundedMap(most);
    memories.set(sql, memory);
    const known = memory.get(id);
    const loaded = (known && (await continued(sql, known))) ?? (await fromBeginning(sql, id));
    memory.set(id, loaded);
    return loaded;
  };

  async function fromBeginning(sql: Sql, id: number): Promise<Remembered<State, Event>> {
    const events = await readStream(sql, stream, id);
    const last = events.at(-1);
    return { id, state: fold(stream, events), version: events.length, at: last?.at ?? null, last };
  }

  /** Null if the log no longer has the event that was the last. */
  async function continued(
    sql: Sql,
    known: Remembered<State, Event>,
  ): Promise<Remembered<State, Event> | null> {
    const { id, version, state, last } = known;
    if (!last) return null;
    const [same, ...later] = await readStream(sql, stream, id, { from: version });
    if (same?.version !== version || same.commandId !== last.commandId) return null;
    const newest = later.at(-1) ?? last;
    return {
      id,
      state: fold(stream, later, { state, version }),
      version: newest.version,
      at: newest.at,
      last: newest,
    };
  }
}
