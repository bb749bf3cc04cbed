/** Limits how many wrong emails one network address may name for a booking that it wants to pay. */
import type { RespondingContext } from "../../http/hono-env.ts";
import { type Counter, countOne } from "./counter.ts";

/**
 * The limits for one booking, and for all bookings together: a customer may mistype a few times, and a whole office may share an address.
 */
const WRONG_EMAILS = { booking: 10, address: 60 };
const WINDOW_SECONDS = 15 * 60;

export interface PayerEmailLimits {
  /** `payable`: the number of a booking, or `series 7`. How many milliseconds guesses of this address are refused; 0 when a guess is allowed. Counts nothing. */
  waitMs(c: RespondingContext, payable: number | string): Promise<number>;
  /** Counts a wrong guess; answers like `waitMs` where it exceeded the limit. */
  countWrong(c: RespondingContext, payable: number | string): Promise<number>;
}

export function createPayerEmailLimits(options: {
  counter(name: string, points: number, seconds: number): Counter;
  hash(text: string): string;
  addressHashOf(c: RespondingContext): string;
}): PayerEmailLimits {
  const { counter, hash, addressHashOf } = options;
  const ofBooking = counter("payer-booking", WRONG_EMAILS.booking, WINDOW_SECONDS);
  const ofAddress = counter("payer-address", WRONG_EMAILS.address, WINDOW_SECONDS);
  const countsOf = (c: RespondingContext, payable: number | string) => {
    const from = addressHashOf(c);
    return [
      { counter: ofBooking, key: hash(`payer ${payable} ${from}`), most: WRONG_EMAILS.booking },
      { counter: ofAddress, key: from, most: WRONG_EMAILS.address },
    ];
  };

  return {
    async waitMs(c, payable) {
      const waits = await Promise.all(
        countsOf(c, payable).map(async ({ counter: wrong, key, most }) => {
          const so = await wrong.get(key);
          return so && so.consumedPoints >= most ? so.msBeforeNext : 0;
        }),
      );
      return Math.max(...waits);
    },

    async countWrong(c, payable) {
      const waits = await Promise.all(
        countsOf(c, payable).map(({ counter: wrong, key }) => countOne(wrong, key)),
      );
      return Math.max(...waits);
    },
  };
}
