/** Owns the payment that is under way in this tab, so that a reload or the way back from a bank finds it again. */
import { z } from "zod";
import { BookingCreated } from "../../../../bff/contract/booking.ts";

/** Whose booking it is, as the provider needs it. */
export interface Person {
  email: string;
  name: string;
}

export interface PaymentSession {
  booking: BookingCreated;
  person: Person;
}

const Remembered = z.object({
  booking: BookingCreated,
  person: z.object({ email: z.string(), name: z.string() }),
});

/** After its end a hold is still worth showing for a while: money may be on its way, and the page says what became of it. */
const LONG_PAST_MS = 60 * 60_000;

const keyOf = (roomSlug: string): string => `payment:${roomSlug}`;

/** Session storage may be switched off or full; a payment then still works, it only does not survive a reload. */
function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

export function rememberPayment(roomSlug: string, session: PaymentSession): void {
  attempt(() => sessionStorage.setItem(keyOf(roomSlug), JSON.stringify(session)));
}

/** The payment under way for this room, or null. One whose hold ended long ago, or that no longer reads, is dropped. */
export function recallPayment(roomSlug: string, now = Date.now()): PaymentSession | null {
  const session = attempt(() => {
    const text = sessionStorage.getItem(keyOf(roomSlug));
    return text === null ? null : Remembered.parse(JSON.parse(text));
  });
  if (session === null || new Date(session.booking.holdUntil).getTime() + LONG_PAST_MS < now) {
    forgetPayment(roomSlug);
    return null;
  }
  return session;
}

export function forgetPayment(roomSlug: string): void {
  attempt(() => sessionStorage.removeItem(keyOf(roomSlug)));
}
