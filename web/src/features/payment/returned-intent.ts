/** Owns the traces a payment leaves for the way back: the intent that was opened, and the one a redirect brings in the address. */

const RETURN_PARAMETERS = ["payment_intent", "payment_intent_client_secret", "redirect_status"] as const;

/** The intent a provider's redirect came back with. Its `redirect_status` is not looked at: our API tells the outcome. */
export const returnedIntentOf = (address: string): string | null =>
  new URL(address).searchParams.get("payment_intent");

/** The page's own address, without what an earlier redirect left in it. */
export function returnAddress(address: string): string {
  const url = new URL(address);
  for (const name of RETURN_PARAMETERS) url.searchParams.delete(name);
  return url.toString();
}

const keyOf = (bookingId: number): string => `payment-intent:${bookingId}`;

/** Kept for the case that the money is recorded (by the provider's webhook) before this tab hears of it. */
export function rememberIntent(bookingId: number, paymentIntentId: string): void {
  try {
    sessionStorage.setItem(keyOf(bookingId), paymentIntentId);
  } catch {
    // Without storage a reload cannot ask for the receipt; paying works all the same.
  }
}

export function recallIntent(bookingId: number): string | null {
  try {
    return sessionStorage.getItem(keyOf(bookingId));
  } catch {
    return null;
  }
}
