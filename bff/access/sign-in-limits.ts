/** Owns how many failed logins are borne: per account at one address, per address, and per account from anywhere; only failures count. */
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { AnsweringContext } from "../http/hono-env.ts";
import { type ProblemAnswer, problem } from "../http/problem.ts";
import { clientAddress } from "./client-address.ts";
import type { SessionKind } from "./sessions.ts";

const WINDOW_SECONDS = 5 * 60;

/** Whoever mistypes has ten tries. An address may be a whole office's; and few addresses must not lock an account for all. */
const FAILURES = { accountAtAddress: 10, address: 100, account: 60 };

export interface SignInAttempt {
  /** Seconds until a login may be tried again; null when it may be now. */
  blockedFor(): Promise<number | null>;
  failed(): Promise<void>;
  /** Forgets the failures of this account at this address. */
  succeeded(): Promise<void>;
}

export interface SignInLimits {
  /** `account`: what was typed as username or email. It is kept hashed, in one case. */
  attempt(request: IncomingMessage, kind: SessionKind, account: string): SignInAttempt;
}

/**
 * Ask `blockedFor` before the password is checked, and again before a right one is honoured: of many guesses sent at
 * once none is then worth more than it would be one after another.
 */
export function createSignInLimits(options: {
  pgPool: pg.Pool;
  trustedProxies: number;
  hash: (text: string) => string;
}): SignInLimits {
  const limiters = {
    accountAtAddress: limiter("login-here", FAILURES.accountAtAddress),
    address: limiter("login-address", FAILURES.address),
    account: limiter("login-account", FAILURES.account),
  };

  function limiter(keyPrefix: string, points: number): RateLimiterPostgres {
    const shared = { keyPrefix, points, duration: WINDOW_SECONDS };
    return new RateLimiterPostgres({
      ...shared,
      storeClient: options.pgPool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      // Without the database each process counts for itself.
      insuranceLimiter: new RateLimiterMemory(shared),
    });
  }

  return {
    attempt(request, kind, name) {
      const account = options.hash(`${kind} ${name.trim()}`);
      const address = clientAddress(request, options.trustedProxies);
      const counted = [
        { limiter: limiters.accountAtAddress, key: `${account} ${address}` },
        { limiter: limiters.address, key: address },
        { limiter: limiters.account, key: account },
      ];
      return {
        async blockedFor() {
          const states = await Promise.all(counted.map(({ limiter, key }) => limiter.get(key)));
          const waits = states.flatMap((state, i) => {
            const points = counted[i]?.limiter.points ?? 0;
            return state && state.consumedPoints >= points ? [Math.ceil(state.msBeforeNext / 1000)] : [];
          });
          return waits.length > 0 ? Math.max(1, ...waits) : null;
        },
        async failed() {
          await Promise.all(counted.map(({ limiter, key }) => limiter.penalty(key)));
        },
        async succeeded() {
          await limiters.accountAtAddress.delete(`${account} ${address}`);
        },
      };
    },
  };
}

/** The answer to a login that is not even looked at. */
export function tooManyFailures(c: AnsweringContext, seconds: number): ProblemAnswer {
  return problem(c, "TooManyRequests", {
    message: "Too many failed logins. Please wait a few minutes and try again",
    headers: { "Retry-After": String(seconds) },
  });
}
