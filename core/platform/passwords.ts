/** Owns how passwords are kept and compared: argon2id, of staff and customers alike. */
import { hash, verify } from "@node-rs/argon2";

/** What OWASP asks of argon2id, which is also this package's default kind; `passwords.spec.ts` reads it off a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random password that nobody knows, at the same cost: compared with when there is no account. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Zp0ql7+OapWw+qoOwnUSWw$pBFcq86JL+6uUeEy8j60m8BIdScJFHWL8EePp8HNZLA";

/** Gives the hash to keep, salt and cost in it (PHC text). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/**
 * Whether the password is the one that was hashed. With null, for an account that does not exist, the same work is done
 * and the answer is no: how long a login takes tells nobody which accounts there are.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password);
  return matches && passwordHash !== null;
}
