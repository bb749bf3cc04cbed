/** Owns how passwords are kept and compared: argon2id, of staff and customers alike, few at a time. */
import { availableParallelism } from "node:os";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { onPasswordThread } from "./password-threads.ts";

/** What OWASP asks of argon2id, which is also this package's default kind; `passwords.spec.ts` reads it off a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a random password that nobody knows, at the same cost: compared with when there is no account. */
export const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Zp0ql7+OapWw+qoOwnUSWw$pBFcq86JL+6uUeEy8j60m8BIdScJFHWL8EePp8HNZLA";

/** A hash takes a processor for tens of milliseconds: of two, the other is for whoever reads a page. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;

/** About a second's work; who comes after them is better told so than kept. */
const MOST_WAITING = 16;

/** Thrown where as many wait for a hash as may: nothing was looked at, and in a few seconds there is room again. */
export class PasswordsBusy extends Error {
  override name = "PasswordsBusy";
}

/** Runs at most `atOnce`, keeps at most `mostWaiting` in line, and throws `PasswordsBusy` at who comes after those. */
export function fewAtATime(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Throws what whoever comes now would be told. */
  function assertRoom(): void {
    if (running >= atOnce && waiting.length >= mostWaiting) {
      throw new PasswordsBusy("Too many passwords are being hashed");
    }
  }
  async function inLine<T>(act: () => Promise<T>): Promise<T> {
    assertRoom();
    if (running >= atOnce) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await act();
    } finally {
      // Whoever is next takes this one's place: `running` stays.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return Object.assign(inLine, { assertRoom });
}

const inLine = fewAtATime(AT_ONCE, MOST_WAITING);

/** Throws `PasswordsBusy` while nobody else's password would be looked at: told before anything has been asked of the database. */
export const assertRoomForPassword = inLine.assertRoom;

/** The core's port for passwords. */
export const argon2Passwords = {
  hash: async (password: string): Promise<string> =>
    String(await inLine(() => onPasswordThread({ task: "hash", password, with: COST }))),
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const compared = passwordHash ?? NOBODYS_HASH;
    const matches = await inLine(() => onPasswordThread({ task: "verify", password, with: compared }));
    return matches === true && passwordHash !== null;
  },
  isCommon: (password: string): boolean => COMMON_PASSWORDS.has(password.toLowerCase()),
};
