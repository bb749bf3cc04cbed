/** Owns how passwords are kept and compared: argon2id, of staff and customers alike. */
import { hash, verify } from "@node-rs/argon2";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

/** What OWASP asks of argon2id, which is also this package's default kind; `passwords.spec.ts` reads it off a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random password that nobody knows, at the same cost: compared with when there is no account. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Zp0ql7+OapWw+qoOwnUSWw$pBFcq86JL+6uUeEy8j60m8BIdScJFHWL8EePp8HNZLA";

/** The core's port for passwords. */
export const argon2Passwords = {
  hash: (password: string): Promise<string> => hash(password, COST),
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const matches = await verify(passwordHash ?? NOBODYS_HASH, password);
    return matches && passwordHash !== null;
  },
  isCommon: (password: string): boolean => COMMON_PASSWORDS.has(password.toLowerCase()),
};
