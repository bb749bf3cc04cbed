/** Owns how many reads one address may ask for that no cache answers. Each costs a query; the same read again does not count. */
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { countOne } from "./counter.ts";

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
      const waitMs = await countOne(calls, address);
      if (waitMs > 0) return waitMs;
      asked.set(key, true);
      return null;
    },
  };
}
