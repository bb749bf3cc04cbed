/** Owns how many reads that nothing is kept for one address may ask for: each costs a query, the same one again does not count. */
import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Whoever pages through the months of seven rooms asks for a few of them each second at most. */
const PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** Remembered of all addresses: what is forgotten counts again. */
const MOST_REMEMBERED = 50_000;

export interface NewReads {
  /** Milliseconds to wait where the address has asked for too much that is new within a minute; else null. */
  waitOf(address: string, read: string): Promise<number | null>;
}

/** Of each process by itself, since it is each one's memory and processor that a read costs. */
export function createNewReads(perMinute = PER_MINUTE): NewReads {
  const calls = new RateLimiterMemory({ points: perMinute, duration: MINUTE_MS / 1_000 });
  const asked = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: MINUTE_MS });
  return {
    async waitOf(address, read) {
      const key = `${address} ${read}`;
      if (asked.has(key)) return null;
      try {
        await calls.consume(address);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return refused.msBeforeNext;
      }
      asked.set(key, true);
      return null;
    },
  };
}
