/** Hashes texts with a key: the hashes can be compared with one another, and the texts cannot be guessed without the key. */
import { createHmac } from "node:crypto";

/** With another `purpose` the same text has another hash, so it is not recognized in another use. Hexadecimal. */
export function keyedHash(key: string, purpose: string, text: string): string {
  return createHmac("sha256", key).update(`${purpose}\n${text}`).digest("hex");
}

/** Tells holders of bookings apart where their email must not be stored; case is ignored. */
export const holderHashWith =
  (key: string) =>
  (email: string): string =>
    keyedHash(key, "holder", email.toLowerCase());

/** Tells addresses apart in the table of rate limits. */
export const addressHashWith =
  (key: string) =>
  (text: string): string =>
    keyedHash(key, "caller", text.toLowerCase());
