/** Owns the two answers a command gets: what it decided, and what came of it. Refusals are values. */
import type { Refused } from "../rejection.ts";
import type { LogPosition } from "./position.ts";

/** Accepted events, possibly none ("already so"), or a refusal. */
export type Decision<Event> = { ok: true; events: Event[] } | Refused;

/** The state that now holds and how far the log had come, or a refusal. */
export type Outcome<T> = { ok: true; value: T; position: LogPosition | null } | Refused;
