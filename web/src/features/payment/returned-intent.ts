/** Owns the traces a payment leaves in this tab, so that a redirect, a reload or a lost answer can be asked about afterward. */

const RETURN_PARAMETERS = ["payment_intent", "payment_intent_client_secret", "redirect_status"] as const;

/** The page's own address for the provider to come back to, without what an earlier redirect left in it. */
export function returnAddress(address: string): string {
  const url = new URL(address);
  for (const name of RETURN_PARAMETERS) url.searchParams.delete(name);
  return url.toString();
}

const intentKey = (bookingId: number): string => `payment-intent:${bookingId}`;
const askedKey = (bookingId: number): string => `payment-asked:${bookingId}`;

/** Without storage nothing survives a reload; paying works all the same. */
function stored<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** Kept for the case that the money is recorded (by the provider's webhook) before this tab hears of it. */
export function rememberIntent(bookingId: number, paymentIntentId: string): void {
  stored((storage) => storage.setItem(intentKey(bookingId), paymentIntentId));
}

export const recallIntent = (bookingId: number): string | null =>
  stored((storage) => storage.getItem(intentKey(bookingId)));

/** Notes that a card is being asked, or that its answer has arrived. */
export function noteAsked(bookingId: number, asked: boolean): void {
  stored((storage) => {
    if (asked) storage.setItem(askedKey(bookingId), "yes");
    else storage.removeItem(askedKey(bookingId));
  });
}

export function forgetIntent(bookingId: number): void {
  noteAsked(bookingId, false);
  stored((storage) => storage.removeItem(intentKey(bookingId)));
}

/**
 * The intent whose card was asked and whose answer this page never saw: the way back from a bank, or a reload in between.
 * The address may name it too; what else it says (`redirect_status`) is not believed, our API tells the outcome.
 */
export function unansweredIntent(bookingId: number, address: string): string | null {
  const asked = stored((storage) => storage.getItem(askedKey(bookingId))) !== null;
  const known = asked ? recallIntent(bookingId) : null;
  return known ?? new URL(address).searchParams.get("payment_intent");
}
