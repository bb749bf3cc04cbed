/** Owns how often one address may call, and how many failed logins are borne: counted in Postgres, so that any number of BFFs share one count (DECISIONS Accounts). */
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Outcome } from "../../core/log/decision.ts";
import type { Refused, Rejection } from "../../core/rejection.ts";
import type { SessionKind } from "../../core/session/sessions.ts";
import type { BffEnv, RespondingContext } from "../http/hono-env.ts";
import { type ProblemResponse, problem, refusal } from "../http/problem.ts";
import { clientAddress } from "./client-address.ts";

const MINUTE_SECONDS = 60;

/** Per minute and address. A card that is declined is tried again and again, and the page asks after each try. */
const INQUIRIES = 10;
const PAYMENT_CALLS = 120;
/** Registering and mailed links: each costs a password's hash or somebody a mail. */
const ACCOUNT_CALLS = 30;

const LOGIN_SECONDS = 5 * 60;

/** Whoever mistypes has ten tries. An address may be a whole office's; and few addresses must not lock an account for all. */
const FAILED_LOGINS = { accountAtAddress: 10, address: 100, account: 60 };

interface Login<Checked, Opened> {
  kind: SessionKind;
  /** What was typed as username or email. It is kept hashed, in one case. */
  account: string;
  /** Looks whether the password is right. Changes nothing. */
  check(): Promise<{ ok: true; value: Checked } | Refused>;
  /** What a right password leads to. */
  open(checked: Checked): Promise<Outcome<Opened>>;
}

type LoginResult<Opened> = Extract<Outcome<Opened>, { ok: true }> | { ok: false; response: ProblemResponse };

export interface RateLimits {
  /** New bookings, `RATE_LIMIT_BOOKINGS`. */
  bookings: MiddlewareHandler<BffEnv>;
  inquiries: MiddlewareHandler<BffEnv>;
  payments: MiddlewareHandler<BffEnv>;
  accounts: MiddlewareHandler<BffEnv>;
  /** Logs somebody in, unless too many logins of this account or from this address have failed; only failures count. */
  throttledLogin<Checked, Opened>(
    c: RespondingContext,
    login: Login<Checked, Opened>,
  ): Promise<LoginResult<Opened>>;
}

/** Above a limit a call is a 429 with `Retry-After`; every attempt counts, also one that is refused later. */
export function createRateLimits(options: {
  /** A node-postgres pool as the runtime's role: the limiter takes no other. */
  pgPool: pg.Pool;
  /** New bookings per minute and address; 0 is no limit, and no work. */
  bookingsPerMinute: number;
  /** How many proxies of ours append to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Hashes addresses and names, so that none stands in the table of limits. */
  hash: (text: string) => string;
}): RateLimits {
  const { pgPool, bookingsPerMinute, trustedProxies, hash } = options;

  const callerOf = (c: RespondingContext) => hash(clientAddress(c.env.incoming, trustedProxies));

  function counter(keyPrefix: string, points: number, duration: number, inMemoryBlockOnConsumed = 0) {
    const shared = { keyPrefix, points, duration };
    return new RateLimiterPostgres({
      ...shared,
      storeClient: pgPool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      inMemoryBlockOnConsumed,
      // Without the database each process counts for itself.
      insuranceLimiter: new RateLimiterMemory(shared),
    });
  }

  function limit(name: string, perMinute: number): MiddlewareHandler<BffEnv> {
    // Above the limit an address is refused from memory until its window ends: a flood costs the database nothing.
    const calls = counter(name, perMinute, MINUTE_SECONDS, perMinute + 1);
    return async (c, next) => {
      try {
        await calls.consume(callerOf(c));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return tooMany(c, refused.msBeforeNext);
      }
      await next();
    };
  }

  const failures = {
    accountAtAddress: counter("login-here", FAILED_LOGINS.accountAtAddress, LOGIN_SECONDS),
    address: counter("login-address", FAILED_LOGINS.address, LOGIN_SECONDS),
    account: counter("login-account", FAILED_LOGINS.account, LOGIN_SECONDS),
  };

  async function throttledLogin<Checked, Opened>(
    c: RespondingContext,
    { kind, account, check, open }: Login<Checked, Opened>,
  ): Promise<LoginResult<Opened>> {
    const who = hash(`${kind} ${account.trim()}`);
    const from = callerOf(c);
    const here = `${who} ${from}`;
    const counters = [
      { failures: failures.accountAtAddress, key: here },
      { failures: failures.address, key: from },
      { failures: failures.account, key: who },
    ];

    async function blockedMs(): Promise<number> {
      const states = await Promise.all(counters.map(({ failures, key }) => failures.get(key)));
      const waits = states.map((state, i) =>
        state && state.consumedPoints >= (counters[i]?.failures.points ?? 0) ? state.msBeforeNext : 0,
      );
      return Math.max(...waits);
    }

    const tooManyFailures = (ms: number): LoginResult<Opened> => ({
      ok: false,
      response: tooMany(c, ms, "Too many failed logins. Please wait a few minutes and try again"),
    });

    async function failed(rejection: Rejection): Promise<LoginResult<Opened>> {
      await Promise.all(counters.map(({ failures, key }) => failures.penalty(key)));
      return { ok: false, response: refusal(c, rejection) };
    }

    const blocked = await blockedMs();
    if (blocked > 0) return tooManyFailures(blocked);
    const checked = await check();
    if (!checked.ok) return failed(checked.rejection);
    // Of many guesses sent at once, the right one must not slip through before the wrong ones are counted.
    const blockedMeanwhile = await blockedMs();
    if (blockedMeanwhile > 0) return tooManyFailures(blockedMeanwhile);
    const opened = await open(checked.value);
    if (!opened.ok) return failed(opened.rejection);
    await failures.accountAtAddress.delete(here);
    return opened;
  }

  return {
    bookings: bookingsPerMinute > 0 ? limit("bookings", bookingsPerMinute) : (_c, next) => next(),
    inquiries: limit("inquiries", INQUIRIES),
    payments: limit("payments", PAYMENT_CALLS),
    accounts: limit("accounts", ACCOUNT_CALLS),
    throttledLogin,
  };
}

function tooMany(c: RespondingContext, ms: number, message?: string): ProblemResponse {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return problem(c, "TooManyRequests", { message, headers: { "Retry-After": String(seconds) } });
}
