/** Limits failed logins: few from a stranger, but never so few that strangers can lock the account's owner out (decision 92). */
import type { Context } from "hono";
import type { Outcome } from "../../../core/log/decision.ts";
import type { Refused, Rejection } from "../../../core/log/rejection.ts";
import { assertPasswordCapacity, PasswordsBusy } from "../../../core/platform/secrets/passwords.ts";
import { type ProblemResponse, refusal, tooMany } from "../../http/answers.ts";
import { type Counter, countOne } from "./counter.ts";
import { accountHash, type KnownDevices, type LoginAccount } from "./known-devices.ts";

const LOGIN_SECONDS = 5 * 60;

/**
 * An owner who mistypes has ten tries; an address may be a whole office's. After `strangers` failures of one account, an address has only
 * `underAttack` tries at it. This slows a guesser with many addresses, and an owner on an unknown device still gets tries.
 * `strangersAtMost` is for a guesser with hundreds of addresses.
 */
const FAILED_LOGINS = { device: 10, accountAtAddress: 10, address: 100, strangersAtMost: 300 };
const STRANGERS = 60;
const TRIES_UNDER_ATTACK = 2;

/** Logins of one account from one address run one after another. When this many wait, the next one is refused. */
const MOST_WAITING = 20;

interface Login<Checked, Opened> extends LoginAccount {
  /** Checks whether the password is right. Changes nothing. */
  check(): Promise<{ ok: true; value: Checked } | Refused>;
  /** What a right password leads to. */
  open(checked: Checked): Promise<Outcome<Opened>>;
  /** Whether the login proves that the account is theirs, so that the device is known from now on; true unless this says otherwise. */
  proves?(opened: Opened): boolean;
}

type Refusal = { ok: false; response: ProblemResponse };
export type LoginResult<Opened> = Extract<Outcome<Opened>, { ok: true }> | Refusal;

/** A counter with the key under which one login counts. */
interface Count {
  counter: Counter;
  key: string;
}

/**
 * Logs a person in, unless too many logins of this account or from this address have failed. A try counts before its password is checked,
 * so that many tries at once gain nothing. A right password gives the try back.
 */
export function createLimitedLogin(options: {
  counter(name: string, points: number, seconds: number): Counter;
  devices: KnownDevices;
  hash: (text: string) => string;
  addressHashOf(c: Context): string;
}) {
  const { counter, devices, hash, addressHashOf } = options;
  const failures = {
    device: counter("login-device", FAILED_LOGINS.device, LOGIN_SECONDS),
    accountAtAddress: counter("login-here", FAILED_LOGINS.accountAtAddress, LOGIN_SECONDS),
    address: counter("login-address", FAILED_LOGINS.address, LOGIN_SECONDS),
    strangers: counter("login-account", FAILED_LOGINS.strangersAtMost, LOGIN_SECONDS),
  };
  const inTurn = createTurns(MOST_WAITING);

  const tooManyFailures = (c: Context, ms: number): Refusal => ({
    ok: false,
    response: tooMany(c, ms, "Too many failed logins. Please wait a few minutes and try again"),
  });

  /** The counters of this try, already counted; or how long to wait, and then only the exceeded limits have counted. */
  async function counted(
    who: string,
    from: string,
    device: string | null,
  ): Promise<readonly Count[] | { waitMs: number }> {
    // A known device does not count with the strangers, whatever they or other devices at its address do.
    if (device !== null) return countAll([{ counter: failures.device, key: hash(`device ${device}`) }]);
    const here = { counter: failures.accountAtAddress, key: `${who} ${from}` };
    const strangers = { counter: failures.strangers, key: who };
    const [mine, theirs] = await Promise.all([
      here.counter.get(here.key),
      strangers.counter.get(strangers.key),
    ]);
    if ((theirs?.consumedPoints ?? 0) >= STRANGERS && (mine?.consumedPoints ?? 0) >= TRIES_UNDER_ATTACK) {
      return { waitMs: mine?.msBeforeNext ?? 0 };
    }
    return countAll([here, { counter: failures.address, key: from }, strangers]);
  }

  return async function throttledLogin<Checked, Opened>(
    c: Context,
    login: Login<Checked, Opened>,
  ): Promise<LoginResult<Opened>> {
    // A full queue of passwords refuses every login before the database is asked.
    assertPasswordCapacity();
    const who = accountHash(hash, login);
    const from = addressHashOf(c);
    const device = devices.read(c.env.incoming, login);
    // One after another in this process, so that none of several right passwords sent at once is refused because of the others.
    const turn = await inTurn(device ?? `${who} ${from}`, async () => {
      const counts = await counted(who, from, device);
      return "waitMs" in counts ? tooManyFailures(c, counts.waitMs) : tryLogin(c, login, counts);
    });
    return turn ?? tooManyFailures(c, 1_000);
  };

  async function tryLogin<Checked, Opened>(
    c: Context,
    login: Login<Checked, Opened>,
    counts: readonly Count[],
  ): Promise<LoginResult<Opened>> {
    const failed = (rejection: Rejection): Refusal => ({ ok: false, response: refusal(c, rejection) });
    try {
      const checked = await login.check();
      if (!checked.ok) return failed(checked.rejection);
      const opened = await login.open(checked.value);
      if (!opened.ok) return failed(opened.rejection);
      const [first, ...others] = counts;
      await Promise.all([first?.counter.delete(first.key), giveBack(others)]);
      if (login.proves?.(opened.value) ?? true) devices.remember(c, login);
      return opened;
    } catch (error) {
      if (error instanceof PasswordsBusy) await giveBack(counts);
      throw error;
    }
  }
}

/** Counts one try in every counter, or in none when it exceeds one of them. */
async function countAll(counts: readonly Count[]): Promise<readonly Count[] | { waitMs: number }> {
  const done: Count[] = [];
  for (const count of counts) {
    const waitMs = await countOne(count.counter, count.key);
    if (waitMs > 0) {
      await giveBack(done);
      return { waitMs };
    }
    done.push(count);
  }
  return done;
}

const giveBack = (counts: readonly Count[]) =>
  Promise.all(counts.map(({ counter, key }) => counter.reward(key)));

/** Runs work with the same key one after another; null when `most` wait already. */
function createTurns(most: number) {
  const waiting = new Map<string, { last: Promise<unknown>; count: number }>();
  return async <T>(key: string, act: () => Promise<T>): Promise<T | null> => {
    const queue = waiting.get(key) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count > most) return null;
    waiting.set(key, queue);
    queue.count += 1;
    const mine = queue.last.then(act);
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) waiting.delete(key);
    }
  };
}
