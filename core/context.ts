/** Owns what every command handler is given: database, clock, venue, rooms, and whom to tell after a commit. */
import type { Links } from "./links.ts";
import type { LogPosition } from "./log/position.ts";
import type { Clock } from "./platform/clock.ts";
import type { Sql } from "./platform/database.ts";
import type { Refused } from "./rejection.ts";
import type { House } from "./venue/house.ts";
import type { RoomDirectory } from "./venue/rooms.ts";

export interface Core {
  sql: Sql;
  clock: Clock;
  rooms: RoomDirectory;
  timeZone: string;
  house: House;
  /** How long an unpaid booking holds its hours, milliseconds. */
  holdMs: number;
  /** Hashes a holder's email with a key of its own, so that the guard keeps no address. */
  holderHash(email: string): string;
  /** Makes and reads the signed links that mails carry. */
  links: Links;
  /** Called after each commit; wakes the projections. Must not throw or block. */
  afterAppend(position: LogPosition): void;
}

/** What a handler answers: the state that now holds and how far the log had come, or a refusal. */
export type Outcome<T> = { ok: true; value: T; position: LogPosition | null } | Refused;
