/** Owns hashing with the session secret: texts can be compared with one another, and guessed by nobody without it. */
import { createHmac } from "node:crypto";

/** `purpose` keeps the same text from being recognised in another use. Hexadecimal. */
export function keyedHash(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest("hex");
}

/** By what holders of bookings are told apart where their address must not stand; upper and lower case are one. */
export const holderHashWith =
  (secret: string) =>
  (email: string): string =>
    keyedHash(secret, "holder", email.toLowerCase());
