/** The counter of a limit: says how long a caller who has reached it must wait. */
import { type RateLimiterAbstract, type RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

export type Counter = RateLimiterPostgres;

/** Counts one more under the key. Answers how many milliseconds to wait; 0 within the limit. */
export async function countOne(counter: Pick<RateLimiterAbstract, "consume">, key: string): Promise<number> {
  try {
    await counter.consume(key);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return refused.msBeforeNext;
  }
}
