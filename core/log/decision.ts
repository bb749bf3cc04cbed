/** The two answers of a command: what it decided, and its outcome. Refusals are values. */

import type { LogPosition } from "./position.ts";
import type { Refused } from "./rejection.ts";

/** Accepted events (none if there is nothing to change), or a refusal. */
export type Decision<Event> = { ok: true; events: Event[] } | Refused;

/** The resulting state and its position in the log, or a refusal. */
export type Outcome<T> = { ok: true; value: T; position: LogPosition | null } | Refused;
