/** Owns hashing with a key: texts can be compared with one another, and guessed by nobody without it. */
import { createHmac } from "node:crypto";

/** `purpose` keeps the same text from being recognized in another use. Hexadecimal. */
export function keyedHash(key: string, purpose: string, text: string): string {
  return createHmac("sha256", key).update(`${purpose}\n${text}`).digest("hex");
}

/** By what holders of bookings are told apart where their address must not stand; upper and lower case are one. */
export const holderHashWith =
  (key: string) =>
  (email: string): string =>
    keyedHash(key, "holder", email.toLowerCase());

/** By what the table of limits tells apart who calls. */
export const callerHashWith =
  (key: string) =>
  (text: string): string =>
    keyedHash(key, "caller", text.toLowerCase());
