/** Owns what every command handler is given: the log, the venue, its rooms, and how links and holders are told apart. */
import type { Links } from "./links.ts";
import type { Log } from "./log/transact.ts";
import type { House } from "./venue/house.ts";
import type { RoomDirectory } from "./venue/rooms.ts";

export interface Core extends Log {
  rooms: RoomDirectory;
  timeZone: string;
  house: House;
  /** How long an unpaid booking holds its hours, milliseconds. */
  holdMs: number;
  /** Hashes a holder's email with a key of its own, so that the guard keeps no address. */
  holderHash(email: string): string;
  /** Makes and reads the signed links that mails carry. */
  links: Links;
}
