/** Prepares a batch of the log for its followers: reads, decodes and folds it once, and separates the streams that cannot be processed. */
import { readBeginnings } from "../../core/log/read.ts";
import {
  type AnyEvent,
  type AnyStream,
  categoryOf,
  type RawEvent,
  type RecordedEvent,
  type StreamDefinition,
  StreamGap,
} from "../../core/log/stream.ts";
import type { BoundedMap } from "../../core/platform/bounded-map.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import type { RebuildMemory } from "./memory.ts";

/** One event with the state of its stream before and after it, computed by the core's own `evolve`. */
export interface Step<State, Event> {
  id: number;
  before: State;
  after: State;
  event: RecordedEvent<Event>;
  /** UTC instant of the stream's first event. */
  begunAt: Date;
}

/** A stream as far as it has been folded. */
export interface Folded {
  state: unknown;
  version: number;
  begunAt: Date;
}

/** Where and why a stream cannot be processed. */
interface Unreadable {
  stream: string;
  category: string;
  /** The version of the event that cannot be processed. */
  version: number;
  reason: string;
}

export interface Batch {
  /** The events as they are in the log, in its order, including those that this code cannot read. */
  readonly raw: readonly RawEvent[];
  /** The steps of a category that can be processed. Throws if no follower of the batch has subscribed to the category. */
  stepsOf<State, Event extends AnyEvent>(
    stream: StreamDefinition<string, State, Event>,
  ): readonly Step<State, Event>[];
  /** The events of these steps. */
  eventsOf<Event extends AnyEvent>(
    stream: StreamDefinition<string, unknown, Event>,
  ): readonly RecordedEvent<Event>[];
  /** Only in a rebuild, which processes each event once and whose tables were empty at first. */
  readonly memory?: RebuildMemory;
}

export interface OpenedBatch extends Batch {
  /** Keyed by stream. */
  readonly unreadable: ReadonlyMap<string, Unreadable>;
  /** The same batch without the events of some streams. */
  without(streams: ReadonlySet<string>, memory?: RebuildMemory): Batch;
}

/**
 * Decodes and folds the events of these categories. Earlier events of their streams are remembered, or read from the log in one statement.
 * If an event cannot be decoded, follows a gap, or makes `evolve` throw, its stream is unreadable from that event on; other streams are not
 * affected.
 */
export async function openBatch(
  sql: Sql | TransactionSql,
  raw: readonly RawEvent[],
  { streams, states }: { streams: readonly AnyStream[]; states: BoundedMap<string, Folded> },
): Promise<OpenedBatch> {
  const definitions = new Map(streams.map((stream) => [stream.category, stream]));
  const steps = new Map<string, Step<unknown, AnyEvent>[]>(streams.map(({ category }) => [category, []]));
  const folded = new Map<string, Folded>();
  const unreadable = new Map<string, Unreadable>();

  function take(event: RawEvent, definition: AnyStream): Step<unknown, AnyEvent> | null {
    const { stream, version } = event;
    if (unreadable.has(stream)) return null;
    try {
      const decoded = definition.decode(event);
      if (!decoded) return null;
      const before = folded.get(stream) ?? {
        state: definition.initial,
        version: 0,
        begunAt: event.occurredAt,
      };
      if (version !== before.version + 1) throw new StreamGap(event, before.version + 1);
      const state = definition.evolve(before.state, decoded);
      folded.set(stream, { state, version, begunAt: before.begunAt });
      return {
        id: decoded.id,
        before: before.state,
        after: state,
        event: decoded,
        begunAt: before.begunAt,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      unreadable.set(stream, { stream, category: definition.category, version, reason });
      return null;
    }
  }

  const beginnings: { stream: string; before: number }[] = [];
  const met = new Set<string>();
  const ours: [RawEvent, AnyStream][] = [];
  for (const event of raw) {
    const { stream, version } = event;
    const definition = definitions.get(categoryOf(stream));
    if (!definition) continue;
    ours.push([event, definition]);
    if (met.has(stream)) continue;
    met.add(stream);
    if (version === 1) continue;
    const known = states.get(stream);
    if (known?.version === version - 1) folded.set(stream, known);
    else beginnings.push({ stream, before: version });
  }
  for (const event of await readBeginnings(sql, beginnings)) {
    const definition = definitions.get(categoryOf(event.stream));
    if (definition) take(event, definition);
  }
  for (const [event, definition] of ours) {
    const step = take(event, definition);
    if (step) steps.get(definition.category)?.push(step);
  }
  for (const [stream, state] of folded) if (!unreadable.has(stream)) states.set(stream, state);
  return { ...batchOf(raw, steps), unreadable, without };

  function without(excluded: ReadonlySet<string>, memory?: RebuildMemory): Batch {
    if (excluded.size === 0) return batchOf(raw, steps, memory);
    const kept = [...steps].map(
      ([category, all]) => [category, all.filter(({ event }) => !excluded.has(event.stream))] as const,
    );
    return batchOf(
      raw.filter(({ stream }) => !excluded.has(stream)),
      new Map(kept),
      memory,
    );
  }
}

function batchOf(
  raw: readonly RawEvent[],
  steps: ReadonlyMap<string, readonly Step<unknown, AnyEvent>[]>,
  memory?: RebuildMemory,
): Batch {
  function stepsOf<State, Event extends AnyEvent>({ category }: StreamDefinition<string, State, Event>) {
    const found = steps.get(category);
    if (!found) throw new Error(`No follower of this batch has subscribed to ${category} streams`);
    // The same definition made this stream: each category has only one.
    return found as readonly Step<State, Event>[];
  }
  return {
    raw,
    stepsOf,
    eventsOf: (stream) => stepsOf(stream).map(({ event }) => event),
    ...(memory && { memory }),
  };
}
