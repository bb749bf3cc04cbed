/** Carries out a command: reads the stream, folds, decides, and appends with the append rules. Retries if another command was faster. */
import type { Clock } from "../platform/clock.ts";
import type { Sql } from "../platform/database/database.ts";
import { append } from "./append.ts";
import {
  type Append,
  type AppendResult,
  type AppendRule,
  COMMAND_REPEATED,
  type EventMeta,
  type OtherAppend,
  SESSION_INVALID,
  STREAM_CHANGED,
  withOthers,
} from "./append-request.ts";
import { appendInOneStatement, appendTogether } from "./append-statements.ts";
import type { Decision, Outcome } from "./decision.ts";
import type { LogPosition } from "./position.ts";
import { findCommand, readStream } from "./read.ts";
import { type Refused, refuse } from "./rejection.ts";
import { type AnyEvent, fold, type StreamDefinition } from "./stream.ts";

/** What a command needs of the core. */
export interface Log {
  sql: Sql;
  clock: Clock;
  /** Called after each commit to wake the projections. It must not throw or block. */
  afterAppend(position: LogPosition): void;
}

/** One person may sign in on many devices at once; each try lets another one succeed. */
const MAX_ATTEMPTS = 30;

/** A stream's state, and how far it was read. */
export interface Loaded<State> {
  id: number;
  state: State;
  /** How many events the stream has. */
  version: number;
  /** The position of its last event; null if there is none. */
  at: LogPosition | null;
}

export interface Command<State, Event> {
  /** Makes the command happen once: a second one with the same id answers the current state, unless `refusals` says otherwise. */
  commandId: string;
  meta: EventMeta | (() => EventMeta);
  decide(state: State): Decision<Event> | Promise<Decision<Event>>;
  /** The append rules that must succeed with the events. */
  appendRules?(before: State, after: State): readonly AppendRule[] | Promise<readonly AppendRule[]>;
  /**
   * Appends to other streams, which happen with the events or not at all, and what these add to the events; asked again if another command
   * was faster.
   */
  others?(before: State, after: State): Promise<Others<Event> | Refused>;
  /** What the violation of the constraint with that name means. A function may remove the obstacle and answer "retry". */
  refusals?: Readonly<Record<string, Refused | (() => Promise<Refused | "retry">)>>;
}

interface Others<Event> {
  ok: true;
  appends: readonly OtherAppend[];
  own: readonly Event[];
}

/** The state of a stream that exists; anything else is a bug. */
export function requireExisting<State extends { exists: boolean }>(
  state: State,
): Extract<State, { exists: true }> {
  if (!state.exists) throw new Error("The stream does not begin with its first event");
  return state as Extract<State, { exists: true }>; // the `exists` flag was just checked
}

export async function load<State, Event extends AnyEvent>(
  sql: Sql,
  stream: StreamDefinition<string, State, Event>,
  id: number,
): Promise<Loaded<State>> {
  const events = await readStream(sql, stream, id);
  return { id, state: fold(stream, events), version: events.length, at: events.at(-1)?.at ?? null };
}

/**
 * Carries out a command on the stream of this number, or on a new one (null). Answers the resulting stream, or `SessionEnded` if the
 * session of the person who acts has ended; throws if a constraint refuses that the command's `refusals` do not explain.
 */
export async function transact<State, Event extends AnyEvent>(
  log: Log,
  stream: StreamDefinition<string, State, Event>,
  id: number | null,
  command: Command<State, Event>,
): Promise<Outcome<Loaded<State>>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = id === null ? { ...EMPTY, state: stream.initial } : await load(log.sql, stream, id);
    const decision = await command.decide(before.state);
    if (!decision.ok) return decision;
    if (decision.events.length === 0) return { ok: true, value: before, position: before.at };
    const decided = decision.events.reduce(stream.evolve, before.state);
    const others = (await command.others?.(before.state, decided)) ?? NO_OTHERS;
    if (!others.ok) return others;
    const events = [...decision.events, ...others.own];
    const after = others.own.reduce(stream.evolve, decided);
    const own: Append = {
      stream: { category: stream.category, ...(id === null ? {} : { id }) },
      expectedVersion: before.version,
      commandId: command.commandId,
      events: events.map(stream.encode),
      meta: typeof command.meta === "function" ? command.meta() : command.meta,
      occurredAt: log.clock.now(),
      ...(command.appendRules ? { appendRules: await command.appendRules(before.state, after) } : {}),
    };
    const result = await appendWith(log.sql, own, others.appends);
    if (result.ok) {
      const { streamId, position } = result;
      log.afterAppend(position);
      const version = before.version + events.length;
      return { ok: true, value: { id: streamId, state: after, version, at: position }, position };
    }
    if (result.violated === SESSION_INVALID) return refuse("SessionEnded");
    const refusal = command.refusals?.[result.violated];
    if (refusal) {
      const answer = typeof refusal === "function" ? await refusal() : refusal;
      if (answer !== "retry") return answer;
    } else if (result.violated === COMMAND_REPEATED) {
      return answeredBefore(log, stream, command.commandId);
    } else if (result.violated !== STREAM_CHANGED) {
      throw new Error(`No refusal explains the violation of ${result.violated} by ${stream.category}`);
    }
  }
  return refuse("ConcurrentChange");
}

const NO_OTHERS = { ok: true, appends: [], own: [] } as const;

/** By itself if nothing else is appended with it, or in one statement if it begins a stream: both wait for no other writer of hours. */
async function appendWith(sql: Sql, own: Append, others: readonly OtherAppend[]): Promise<AppendResult> {
  if (others.length === 0) return append(sql, own);
  const { id, category } = own.stream;
  if (id !== undefined && own.expectedVersion === 0) {
    const result = await appendInOneStatement(
      sql,
      withOthers([{ ...own, stream: { category, id } }], others),
    );
    return result.ok ? { ...result, streamId: id } : result;
  }
  const result = await appendTogether(sql, withOthers([own], others));
  if (!result.ok) return result;
  const [first] = result.appended;
  const last = result.appended.at(-1);
  if (!first || !last) throw new Error("The append returned nothing");
  return { ok: true, streamId: first.streamId, position: last.position };
}

const EMPTY = { id: 0, version: 0, at: null };

async function answeredBefore<State, Event extends AnyEvent>(
  log: Log,
  stream: StreamDefinition<string, State, Event>,
  commandId: string,
): Promise<Outcome<Loaded<State>>> {
  const first = await findCommand(log.sql, commandId);
  const id = first && stream.idOf(first.stream);
  if (id === null) return refuse("ConcurrentChange");
  const loaded = await load(log.sql, stream, id);
  return { ok: true, value: loaded, position: loaded.at };
}
