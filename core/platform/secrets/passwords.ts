/** Hashes and compares the passwords of staff and customers with argon2id, a few at a time. */
import { availableParallelism } from "node:os";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { runPasswordTask } from "./password-threads.ts";

/** The cost that OWASP recommends for argon2id, which is also this package's default kind; `passwords.spec.ts` reads it from a hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown random password at the same cost, for the comparison if there is no account. */
export const UNKNOWN_ACCOUNT_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Zp0ql7+OapWw+qoOwnUSWw$pBFcq86JL+6uUeEy8j60m8BIdScJFHWL8EePp8HNZLA";

/** A hash takes a processor for tens of milliseconds: with two processors, one stays free for page requests. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;

/** About a second's work; a call after them is refused at once so that it does not wait longer. */
const MOST_WAITING = 16;

/** Thrown if the queue for hashes is full. Nothing was checked; in a few seconds there is room again. */
export class PasswordsBusy extends Error {
  override name = "PasswordsBusy";
}

/** Runs at most `atOnce` tasks, queues at most `mostWaiting`, and throws `PasswordsBusy` for any further task. */
export function limitConcurrency(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Throws if a new task would be refused. */
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
      // The next task takes this one's place, so `running` does not change.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return Object.assign(inLine, { assertRoom });
}

const inLine = limitConcurrency(AT_ONCE, MOST_WAITING);

/** Throws `PasswordsBusy` while another password would be refused, so that a call can be refused before it queries the database. */
export const assertPasswordCapacity = inLine.assertRoom;

/** The core's port for passwords. */
export const argon2Passwords = {
  hash: async (password: string): Promise<string> =>
    String(await inLine(() => runPasswordTask({ task: "hash", password, with: COST }))),
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const compared = passwordHash ?? UNKNOWN_ACCOUNT_HASH;
    const matches = await inLine(() => runPasswordTask({ task: "verify", password, with: compared }));
    return matches === true && passwordHash !== null;
  },
  isCommon: (password: string): boolean => COMMON_PASSWORDS.has(password.toLowerCase()),
};
