/**
 * Follows links with or without the router: the prerendered landing page works without it, and the
 * first link that leaves that page loads the router, which then follows every link.
 */
import { createStore } from "./store.ts";

/** What follows links; until one is set, the browser itself does. */
export interface Navigator {
  /** Goes to an address of the product: path, query and hash. */
  go: (href: string) => Promise<void>;
  /** Fetches what an address needs, because the visitor is about to go there. */
  prepare: (href: string) => void;
}

let navigator: Navigator = {
  go: async (href) => window.location.assign(href),
  prepare: () => {},
};

/** Counts the changes of the address: following the same hash twice is two changes. */
const changes = createStore(0);

export function setNavigator(next: Navigator): void {
  navigator = next;
}

/** Goes to an address of the product, and scrolls to the top unless the address names a section (decision 167). */
export async function goTo(href: string): Promise<void> {
  await navigator.go(href);
  if (!href.includes("#")) window.scrollTo({ top: 0 });
}

/** Calls the listener after each change of path or hash, once the content is loaded. Returns the function that stops this. */
export const onAddressChange = changes.subscribe;

export const addressChanged = (): void => changes.set(changes.get() + 1);

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
}

/** The address that a link leads to within the product; null for other sites, downloads and links with a target of their own. */
function ownAddress(link: HTMLAnchorElement | null): string | null {
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute("download"))
    return null;
  return link.pathname + link.search + link.hash;
}

/** Handles plain links, so that they change the page without reloading it, as the router's own links do. */
export function followLinks(page: Document): void {
  page.addEventListener("click", (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || modified) return;
    const link = linkAt(event.target);
    const href = ownAddress(link);
    if (link === null || href === null) return;
    event.preventDefault();
    const within = link.getAttribute("href")?.match(/^#(.+)/)?.[1];
    // A link within the page moves the focus; the address keeps the state that the page has put there.
    if (within !== undefined) document.getElementById(within)?.focus();
    else void goTo(href);
  });
  const prepare = (event: Event) => {
    const href = ownAddress(linkAt(event.target));
    if (href !== null) navigator.prepare(href);
  };
  for (const intent of ["pointerover", "touchstart", "focusin"]) {
    page.addEventListener(intent, prepare, { passive: true });
  }
}
