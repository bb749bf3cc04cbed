/** Defines typed streams: a category of streams with its events, checked when written and when read, and the state that they fold into. */
import type { EventMeta, NewEvent } from "./append-request.ts";
import { type AnyEventDefinition, type EventOf, readEventData } from "./event-definition.ts";
import type { LogPosition } from "./position.ts";

/** An event as stored in the log, before its data is checked and upcast. */
export interface RawEvent {
  /** `booking-42`. */
  stream: string;
  /** 1 for the first event of its stream, then one more each. */
  version: number;
  type: string;
  schemaVersion: number;
  data: unknown;
  meta: EventMeta;
  commandId: string;
  /** UTC instant at which the command was decided. */
  occurredAt: Date;
  at: LogPosition;
}

/** What the log records about an event beside its type and data. `id`: its stream's number. */
export interface Recorded extends Omit<RawEvent, "type" | "schemaVersion" | "data"> {
  id: number;
}

/** A stream's own event: its data upcast to the current schema, with what the log records about it. */
export type RecordedEvent<Event> = Event & Recorded;

export interface AnyEvent {
  type: string;
  data: unknown;
}

export interface StreamDefinition<Category extends string, State, Event extends AnyEvent> {
  /** Names the streams: `booking` for `booking-42`. Their numbers come from the sequence `<category>_ids`. */
  category: Category;
  initial: State;
  evolve(state: State, event: Event): State;
  nameOf(id: number): string;
  /** The number of a stream of this category; null for any other stream. */
  idOf(stream: string): number | null;
  /** An event as the log stores it; throws if its data breaks its own schema. */
  encode(event: Event): NewEvent;
  /** Null if the event is another category's; throws `UndecodableEvent` if it is this category's and cannot be read. */
  decode(raw: RawEvent): RecordedEvent<Event> | null;
}

/** A category of streams, with any states and events. */
export type AnyStream = StreamDefinition<string, unknown, AnyEvent>;

/** `booking` for `booking-42`; the whole name if it has no number. */
export function categoryOf(stream: string): string {
  const end = stream.lastIndexOf("-");
  return end < 0 ? stream : stream.slice(0, end);
}

/**
 * This code cannot read the event: its type is unknown, it is newer than the code, its data breaks the schema, or `evolve` throws on it.
 */
export class UndecodableEvent extends Error {
  override readonly name = "UndecodableEvent";
  readonly stream: string;
  readonly version: number;
  constructor({ stream, version, type }: Pick<RawEvent, "stream" | "version" | "type">, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${stream}@${version} ${type} cannot be read: ${why}`, { cause });
    this.stream = stream;
    this.version = version;
  }
}

/** The versions of a stream have a gap or a repetition: an event is missing, or was read twice. */
export class StreamGap extends Error {
  override readonly name = "StreamGap";
  constructor({ stream, version }: Pick<RawEvent, "stream" | "version">, expected: number) {
    super(`${stream}@${version} was read where version ${expected} should be`);
  }
}

/** This code cannot read the stream, so nothing can be shown or decided about it until a version runs that can. */
export type Unreadable = UndecodableEvent | StreamGap;

export const isUnreadable = (error: unknown): error is Unreadable =>
  error instanceof UndecodableEvent || error instanceof StreamGap;

export function defineStream<
  const Category extends string,
  const Definitions extends readonly AnyEventDefinition[],
  State,
>(stream: {
  category: Category;
  events: Definitions;
  initial: State;
  evolve(state: State, event: EventOf<Definitions[number]>): State;
}): StreamDefinition<Category, State, EventOf<Definitions[number]>> {
  type Event = EventOf<Definitions[number]>;
  const { category, initial, evolve } = stream;
  const definitions = new Map(stream.events.map((definition) => [definition.type, definition]));
  const name = new RegExp(`^${category}-([1-9]\\d{0,14})$`);

  function definitionOf(type: string): AnyEventDefinition {
    const definition = definitions.get(type);
    if (!definition) throw new Error(`this code does not know this event of ${category} streams`);
    return definition;
  }

  function idOf(of: string): number | null {
    const digits = name.exec(of)?.[1];
    return digits === undefined ? null : Number(digits);
  }

  return {
    category,
    initial,
    evolve,
    idOf,
    nameOf: (id) => `${category}-${id}`,
    encode({ type, data }) {
      const { schema, schemaVersion } = definitionOf(type);
      return { type, schemaVersion, data: schema.parse(data) };
    },
    decode(raw) {
      const id = idOf(raw.stream);
      if (id === null) return null;
      const { schemaVersion, ...recorded } = raw;
      try {
        const data = readEventData(definitionOf(raw.type), schemaVersion, raw.data);
        // The one place where "some event" becomes "our event": its own schema has just accepted it.
        return { ...recorded, data, id } as RecordedEvent<Event>;
      } catch (error) {
        throw new UndecodableEvent(raw, error);
      }
    },
  };
}

/** The typed events of this category among all events of the log. Throws `UndecodableEvent` at the first of them that cannot be read. */
export function eventsOf<State, Event extends AnyEvent>(
  stream: StreamDefinition<string, State, Event>,
  raw: readonly RawEvent[],
): RecordedEvent<Event>[] {
  const events: RecordedEvent<Event>[] = [];
  for (const one of raw) {
    const event = stream.decode(one);
    if (event) events.push(event);
  }
  return events;
}

/** The state that the events lead to. Throws `StreamGap` unless they follow `from.version`, or `UndecodableEvent` if `evolve` throws. */
export function fold<State, Event extends AnyEvent>(
  stream: Pick<StreamDefinition<string, State, Event>, "initial" | "evolve">,
  events: readonly RecordedEvent<Event>[],
  from: { state: State; version: number } = { state: stream.initial, version: 0 },
): State {
  let { state, version } = from;
  for (const event of events) {
    version += 1;
    if (event.version !== version) throw new StreamGap(event, version);
    try {
      state = stream.evolve(state, event);
    } catch (error) {
      throw new UndecodableEvent(event, error);
    }
  }
  return state;
}

/** The state as far as the events of one stream can be read and folded; `unreadable` says why it ends before they do. */
export function foldReadable<State, Event extends AnyEvent>(
  stream: StreamDefinition<string, State, Event>,
  raw: readonly RawEvent[],
): { state: State; unreadable: string | null } {
  let state = stream.initial;
  try {
    raw.forEach((one, version) => {
      state = fold(stream, eventsOf(stream, [one]), { state, version });
    });
    return { state, unreadable: null };
  } catch (error) {
    return { state, unreadable: error instanceof Error ? error.message : String(error) };
  }
}
