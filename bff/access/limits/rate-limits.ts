/** Limits how often one address may call: counted in Postgres, so that any number of BFFs share one count (decision 34). */
import type { MiddlewareHandler } from "hono";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { type ProblemResponse, tooMany } from "../../http/answers.ts";
import type { BffEnv, RespondingContext } from "../../http/hono-env.ts";
import { clientAddress, networkOf } from "./client-address.ts";
import { type Counter, countOne } from "./counter.ts";
import type { KnownDevices } from "./known-devices.ts";
import { createLimitedLogin } from "./login-limits.ts";
import { createPayerEmailLimits, type PayerEmailLimits } from "./payer-email-limits.ts";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** Per minute and address. A visitor retries a declined card several times, and the page asks after each try. */
const INQUIRIES = 10;
const PAYMENT_CALLS = 120;
/** Registering and mailed links: each costs a password hash or sends a mail. */
const ACCOUNT_CALLS = 30;

/**
 * Changes of bookings by their holders. Each change mails the customer. Two limits: per minute and address; per hour and booking. The
 * second counts only callers who have shown that they hold the booking, so that a stranger cannot use it up.
 */
const BOOKING_CHANGES = { ofAddress: 60, ofBooking: 20 };
/** Per hour and booking. */
const RECEIPTS = 5;

/** A person's data is read from many tables, and asked for rarely. */
const OWN_DATA_CALLS = 20;

/** Per minute and token. */
const TOKEN_CALLS = 600;

/** Per minute and address: fetches of calendar feeds that there never were. Those of others from the same address go on. */
const UNKNOWN_FEEDS = 60;

/** Longer than anything that may be used once is valid. */
const ONCE_SECONDS = HOUR_SECONDS;

export interface RateLimits {
  /** New bookings, `RATE_LIMIT_BOOKINGS`. */
  bookings: MiddlewareHandler<BffEnv>;
  /** The hash under which the unpaid hours of an address are counted; null where nothing is counted per address. */
  countedAddressHashOf(c: RespondingContext): string | null;
  /** The caller, as a hash of the address. */
  addressHashOf(c: RespondingContext): string;
  /** The caller's network, in clear: shown to admins beside a token that was used from there. */
  networkOf(c: RespondingContext): string;
  /** Counts a call with this token; the answer where there have been too many within the minute, otherwise null. */
  countTokenCall(c: RespondingContext, tokenId: number): Promise<ProblemResponse | null>;
  /** Counts a fetch of an unknown calendar feed; the answer where there have been too many within the minute, otherwise null. */
  countUnknownFeed(c: RespondingContext): Promise<ProblemResponse | null>;
  /** Whether this value, which is valid for less than an hour, was never asked about before, in any BFF. */
  isFirstUse(once: string): Promise<boolean>;
  inquiries: MiddlewareHandler<BffEnv>;
  payments: MiddlewareHandler<BffEnv>;
  /** Changes of bookings by their holders, per address. */
  bookingChanges: MiddlewareHandler<BffEnv>;
  /** Counts a change of this booking by its holder; the answer where there have been too many, otherwise null. */
  countBookingChange(c: RespondingContext, bookingId: number): Promise<ProblemResponse | null>;
  /** Counts a receipt that is to be mailed, and answers like `countBookingChange`. */
  countReceiptMail(c: RespondingContext, bookingId: number): Promise<ProblemResponse | null>;
  /** Limits guesses of a booking's email at `POST /api/create-payment-intent`. */
  payerEmailLimits: PayerEmailLimits;
  accounts: MiddlewareHandler<BffEnv>;
  /** Counted apart from calls that send mail or check passwords, so that a customer who corrects their name can still make those. */
  profiles: MiddlewareHandler<BffEnv>;
  /** A customer's download of their data, and their request to be erased. */
  ownData: MiddlewareHandler<BffEnv>;
  limitedLogin: ReturnType<typeof createLimitedLogin>;
}

/** Above a limit a call is a 429 with `Retry-After`; every attempt counts, also one that is refused later. */
export function createRateLimits(options: {
  /** A node-postgres pool with the runtime's role: the limiter accepts no other. */
  pgPool: pg.Pool;
  /** New bookings per minute and address; 0 means no limit and no work. */
  bookingsPerMinute: number;
  /** How many proxies of ours append to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Hashes addresses and names, so that the table of limits contains none. */
  hash: (text: string) => string;
  devices: KnownDevices;
}): RateLimits {
  const { pgPool, bookingsPerMinute, trustedProxies, hash, devices } = options;

  const addressHashOf = (c: RespondingContext): string => hash(clientAddress(c.env.incoming, trustedProxies));

  function counter(
    keyPrefix: string,
    points: number,
    duration: number,
    inMemoryBlockOnConsumed = 0,
  ): Counter {
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
      const waitMs = await countOne(calls, addressHashOf(c));
      if (waitMs > 0) return tooMany(c, waitMs);
      await next();
    };
  }

  /** Counts the calls about one booking, from all callers together. */
  function limitOf(name: string, perHour: number, words: string) {
    const calls = counter(name, perHour, HOUR_SECONDS);
    return async (c: RespondingContext, id: number): Promise<ProblemResponse | null> => {
      const waitMs = await countOne(calls, String(id));
      return waitMs > 0 ? tooMany(c, waitMs, words) : null;
    };
  }

  const ofToken = counter("token", TOKEN_CALLS, MINUTE_SECONDS, TOKEN_CALLS + 1);
  async function countTokenCall(c: RespondingContext, tokenId: number): Promise<ProblemResponse | null> {
    const waitMs = await countOne(ofToken, String(tokenId));
    return waitMs > 0 ? tooMany(c, waitMs) : null;
  }

  const unknownFeeds = counter("unknown-feed", UNKNOWN_FEEDS, MINUTE_SECONDS, UNKNOWN_FEEDS + 1);
  async function countUnknownFeed(c: RespondingContext): Promise<ProblemResponse | null> {
    const waitMs = await countOne(unknownFeeds, addressHashOf(c));
    return waitMs > 0 ? tooMany(c, waitMs) : null;
  }

  const uses = counter("once", 1, ONCE_SECONDS);
  const isFirstUse = async (once: string): Promise<boolean> => (await countOne(uses, hash(once))) === 0;

  return {
    addressHashOf,
    networkOf: (c) => networkOf(clientAddress(c.env.incoming, trustedProxies)),
    countTokenCall,
    countUnknownFeed,
    isFirstUse,
    bookings: bookingsPerMinute > 0 ? limit("bookings", bookingsPerMinute) : (_c, next) => next(),
    countedAddressHashOf: (c) => (bookingsPerMinute > 0 ? addressHashOf(c) : null),
    inquiries: limit("inquiries", INQUIRIES),
    payments: limit("payments", PAYMENT_CALLS),
    bookingChanges: limit("booking-changes", BOOKING_CHANGES.ofAddress),
    countBookingChange: limitOf(
      "changes-of-booking",
      BOOKING_CHANGES.ofBooking,
      "This booking has been changed too often within the hour. Please try again later, or call us",
    ),
    countReceiptMail: limitOf(
      "receipts-of-booking",
      RECEIPTS,
      `The receipt of this booking was mailed ${RECEIPTS} times within the hour. Print it, or try again later`,
    ),
    payerEmailLimits: createPayerEmailLimits({ counter, hash, addressHashOf }),
    accounts: limit("accounts", ACCOUNT_CALLS),
    profiles: limit("profiles", ACCOUNT_CALLS),
    ownData: limit("own-data", OWN_DATA_CALLS),
    limitedLogin: createLimitedLogin({ counter, devices, hash, addressHashOf }),
  };
}
