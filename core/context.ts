/** Owns what every command handler is given: the log, the venue, its rooms, and how links and holders are told apart. */
import type { Links } from "./links.ts";
import type { Log } from "./log/transact.ts";
import type { RoomDirectory } from "./venue/rooms.ts";
import type { HouseDirectory, Venue } from "./venue/venue.ts";

/** How passwords are kept and compared. */
export interface Passwords {
  /** The hash to keep, with its salt and cost. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. With null, for an account that does not exist, the same work is done
   * and the answer is no: how long a login takes tells nobody which accounts there are.
   */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
  /** Whether it is among the first that a guesser tries, whatever its case. */
  isCommon(password: string): boolean;
}

/** How secrets that must be read again are kept. */
export interface Vault {
  /** The text under lock; `boundTo` names whose it is, so that a sealed text copied to another owner does not open. */
  seal(text: string, boundTo: string): string;
  /** Null when it was sealed for another, with a secret that is no longer known, or altered. */
  open(sealed: string, boundTo: string): string | null;
}

export interface Core extends Log {
  rooms: RoomDirectory;
  timeZone: string;
  house: HouseDirectory;
  /** Rooms and house as they are remembered, and how they are read anew. */
  venue: Pick<Venue, "expire" | "settled" | "reload" | "unreadable">;
  /** How long an unpaid booking holds its hours where the house says nothing, milliseconds. */
  holdMs: number;
  /** How many unpaid hours a mailbox and an address may hold at a time. */
  unpaidHours: { perMailbox: number; perAddress: number };
  /** Hashes a holder's email with a key of its own, so that the guard keeps no address. */
  holderHash(email: string): string;
  /** Locks the number of a booking where an event must not tell whose it is (anonymous feedback). */
  references: Vault;
  passwords: Passwords;
  vault: Vault;
  /** Makes and reads the signed links that mails carry. */
  links: Links;
}
