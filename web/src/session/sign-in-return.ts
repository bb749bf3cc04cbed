/** Where signing in leads to: the page of the product that was requested, never another site (decision 98). */

/** The page for a customer who requested no other page. */
const ACCOUNT_PATH = "/account";
const SIGN_IN_PATH = "/user-auth";

/** A placeholder for the product's own origin: an address that resolves to another origin is another site. */
const OURS = "https://ours.invalid";

/** The tab, line ends and other characters that browsers drop from an address before they read it. */
const DROPPED = /[\p{Cc}\\]/u;

/**
 * The product's address in a redirect value, or else the account's. Browsers read backslashes as slashes and resolve dots
 * (`/.//evil.example` becomes `//evil.example`), so the address is judged by what it resolves to.
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
