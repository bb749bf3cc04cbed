/** Owns how often one address may call: counted in Postgres, so that any number of BFFs share one count (DECISIONS Accounts). */
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { BffEnv } from "../http/hono-env.ts";
import { problem } from "../http/problem.ts";
import { clientAddress } from "./client-address.ts";
import { createSignInLimits, type SignInLimits } from "./sign-in-limits.ts";

const WINDOW_SECONDS = 60;

/** Per minute and address. A card that is declined is tried again and again, and the page asks after each try. */
const CONTACT_MESSAGES = 10;
const PAYMENT_CALLS = 120;
/** Registering and mailed links: each costs a password's hash or somebody a mail. */
const ACCOUNT_CALLS = 30;

export interface RateLimits {
  /** New bookings, `RATE_LIMIT_BOOKINGS`. */
  bookings: MiddlewareHandler<BffEnv>;
  contact: MiddlewareHandler<BffEnv>;
  payments: MiddlewareHandler<BffEnv>;
  accounts: MiddlewareHandler<BffEnv>;
  /** Failed logins alone count here. */
  signIns: SignInLimits;
}

export interface RateLimitOptions {
  /** A node-postgres pool as the runtime's role: the limiter takes no other. */
  pgPool: pg.Pool;
  /** New bookings per minute and address; 0 is no limit, and no work. */
  bookingsPerMinute: number;
  /** How many proxies of ours append to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Hashes addresses and names, so that none stands in the table of limits. */
  hash: (text: string) => string;
}

/** Every attempt counts, also one that is refused later; above the limit a call is a 429 with `Retry-After`. */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { pgPool, bookingsPerMinute, trustedProxies } = options;

  function limit(name: string, perMinute: number): MiddlewareHandler<BffEnv> {
    const shared = { keyPrefix: name, points: perMinute, duration: WINDOW_SECONDS };
    const limiter = new RateLimiterPostgres({
      ...shared,
      storeClient: pgPool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      // Above the limit an address is refused from memory until its window ends: a flood costs the database nothing.
      inMemoryBlockOnConsumed: perMinute + 1,
      // Without the database each process counts for itself.
      insuranceLimiter: new RateLimiterMemory(shared),
    });
    return async (c, next) => {
      try {
        await limiter.consume(options.hash(clientAddress(c.env.incoming, trustedProxies)));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        return problem(c, "TooManyRequests", { headers: { "Retry-After": String(seconds) } });
      }
      await next();
    };
  }

  return {
    bookings: bookingsPerMinute > 0 ? limit("bookings", bookingsPerMinute) : (_c, next) => next(),
    contact: limit("contact", CONTACT_MESSAGES),
    payments: limit("payments", PAYMENT_CALLS),
    accounts: limit("accounts", ACCOUNT_CALLS),
    signIns: createSignInLimits(options),
  };
}
