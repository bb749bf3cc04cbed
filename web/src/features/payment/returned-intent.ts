/** Keeps the traces of a payment in this tab, so that its outcome can be found out after a redirect, a reload or a lost answer. */

const RETURN_PARAMETERS = ["payment_intent", "payment_intent_client_secret", "redirect_status"] as const;

/** The URL of the page to which the provider returns, without the parameters of an earlier redirect. */
export function returnAddress(address: string): string {
  const url = new URL(address);
  for (const name of RETURN_PARAMETERS) url.searchParams.delete(name);
  return url.toString();
}

/** The number of a booking (of a series: of one of its dates), or of an invoice. */
export type PayableId = number | string;

const intentKey = (id: PayableId): string => `payment-intent:${id}`;
const askedKey = (id: PayableId): string => `payment-asked:${id}`;

/** Without storage nothing survives a reload, but paying still works. */
function stored<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

/** Needed if the provider's webhook records the money before this tab knows the outcome. */
export function rememberIntent(id: PayableId, paymentIntentId: string): void {
  stored((storage) => storage.setItem(intentKey(id), paymentIntentId));
}

export const rememberedIntent = (id: PayableId): string | null =>
  stored((storage) => storage.getItem(intentKey(id)));

/** Notes that the provider is being asked for the money, or that its answer has arrived. */
export function markAsked(id: PayableId, asked: boolean): void {
  stored((storage) => {
    if (asked) storage.setItem(askedKey(id), "yes");
    else storage.removeItem(askedKey(id));
  });
}

export function forgetIntent(id: PayableId): void {
  markAsked(id, false);
  stored((storage) => storage.removeItem(intentKey(id)));
}

/**
 * The intent whose answer this page did not get, because the bank redirected or the page was reloaded. The URL can name it too. The
 * URL's `redirect_status` is not trusted; the outcome comes from our API.
 */
export function unansweredIntent(id: PayableId, address: string): string | null {
  const asked = stored((storage) => storage.getItem(askedKey(id))) !== null;
  const known = asked ? rememberedIntent(id) : null;
  return known ?? new URL(address).searchParams.get("payment_intent");
}
