/** Defines what every command handler gets: the log, the venue, its rooms, and the means to sign links and to recognize holders. */
import type { Links } from "./links.ts";
import type { Log } from "./log/transact.ts";
import type { RoomDirectory } from "./venue/rooms/rooms.ts";
import type { SettingsDirectory, Venue } from "./venue/venue.ts";

/** How passwords are kept and compared. */
export interface Passwords {
  /** The hash to keep, with its salt and cost. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. With null, for an account that does not exist, the same work is
   * done and the answer is false, so that the duration of a login does not tell which accounts exist.
   */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
  /** Whether it is among the first passwords that an attacker tries, in any case. */
  isCommon(password: string): boolean;
}

/** How secrets that must be read again are kept. */
export interface Vault {
  /** Encrypts the text; `boundTo` names its owner, so that a sealed text that is copied to another owner cannot be opened. */
  seal(text: string, boundTo: string): string;
  /** Null if it was sealed for another owner, was sealed with a secret that is no longer known, or was altered. */
  open(sealed: string, boundTo: string): string | null;
}

export interface Core extends Log {
  rooms: RoomDirectory;
  timeZone: string;
  settings: SettingsDirectory;
  /** The cached rooms and settings, and how they are read again. */
  venue: Pick<Venue, "expire" | "refreshIfExpired" | "reload" | "unreadable">;
  /** How long an unpaid booking holds its hours, in milliseconds, if the venue's settings do not say. */
  holdMs: number;
  /** How long an offer of the waitlist can be taken, in milliseconds; null: by how far ahead its visit is (decision 275). */
  offerMs: number | null;
  /** How many unpaid hours a mailbox and an address may hold at a time. */
  unpaidHours: { perMailbox: number; perAddress: number };
  /** Hashes a holder's email with a key of its own, so that the rows that limit holds contain no address. */
  holderHash(email: string): string;
  /** Encrypts the number of a booking in an event that must not tell whose it is (anonymous feedback). */
  referenceVault: Vault;
  passwords: Passwords;
  vault: Vault;
  /** Makes and reads the signed links in mails. */
  links: Links;
}
