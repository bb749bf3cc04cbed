/** Where signing in leads to: a page of ours that was asked for, never another site (decision 98). */

/** Where a customer is led who asked for no page. */
const ACCOUNT_PATH = "/account";
const SIGN_IN_PATH = "/user-auth";

/** Stands for our own origin: whatever resolves to another one is another site. */
const OURS = "https://ours.invalid";

/** The tab, line ends and other characters that browsers drop from an address before they read it. */
const DROPPED = /[\p{Cc}\\]/u;

/**
 * The own address a redirect value stands for, else the account's. Backslashes read as slashes and dots collapse in
 * browsers (`/.//evil.example` becomes `//evil.example`), so the address is judged by what it resolves to.
 */
export function returnPath(asked: unknown): string {
  if (typeof asked !== "string" || !asked.startsWith("/") || DROPPED.test(asked)) return ACCOUNT_PATH;
  if (!URL.canParse(asked, OURS)) return ACCOUNT_PATH;
  const { origin, pathname, search, hash } = new URL(asked, OURS);
  if (origin !== OURS || pathname.startsWith("//") || pathname === SIGN_IN_PATH) return ACCOUNT_PATH;
  return pathname + search + hash;
}

/** The sign-in page that leads back to an address of the product. Slashes are not escaped: `?redirect=/feedback`. */
export const signInFor = (address: string): string =>
  address === ACCOUNT_PATH
    ? SIGN_IN_PATH
    : `${SIGN_IN_PATH}?redirect=${encodeURIComponent(address).replaceAll("%2F", "/")}`;
