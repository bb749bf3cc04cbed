/** Limits how many reads that no cache answers one address may ask for. Each costs a query; the same read again does not count. */
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { countOne } from "./counter.ts";

/** A visitor who pages through the months of seven rooms asks for a few reads each second at most. */
const PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** How many reads of all addresses are remembered; a forgotten read counts again. */
const MOST_REMEMBERED = 50_000;

export interface UncachedReads {
  /** Milliseconds to wait if the address has asked for too many new reads within a minute; otherwise null. */
  waitMs(address: string, read: string): Promise<number | null>;
}

/** Each process counts for itself, since a read costs that process's memory and processor. */
export function createUncachedReads(perMinute = PER_MINUTE): UncachedReads {
  const calls = new RateLimiterMemory({ points: perMinute, duration: MINUTE_MS / 1_000 });
  const asked = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: MINUTE_MS });
  return {
    async waitMs(address, read) {
      const key = `${address} ${read}`;
      if (asked.has(key)) return null;
      const waitMs = await countOne(calls, address);
      if (waitMs > 0) return waitMs;
      asked.set(key, true);
      return null;
    },
  };
}
