/**
 * Owns how a link leads somewhere, with or without the router: the landing page is drawn ahead of time and stands on
 * its own; the router comes with the first link that leaves it, and from then on follows every link.
 */
import { createStore } from "./store.ts";

/** What follows links; until one is set the browser itself does. */
export interface Navigator {
  /** Goes to an own address, path and query and hash. */
  go: (href: string) => Promise<void>;
  /** The visitor is about to go there: fetch what it needs. */
  prepare: (href: string) => void;
}

let navigator: Navigator = {
  go: async (href) => window.location.assign(href),
  prepare: () => {},
};

/** How often the place has changed: the same hash twice is two changes. */
const changes = createStore(0);

export function setNavigator(next: Navigator): void {
  navigator = next;
}

/** Goes to an address of the product; without a section to go to, to the top of it (decision 167). */
export async function goTo(href: string): Promise<void> {
  await navigator.go(href);
  if (!href.includes("#")) window.scrollTo({ top: 0 });
}

/** Hears of each change of path or hash, once what it leads to is loaded. Returns what stops it. */
export const onPlaceChange = changes.subscribe;

export const placeChanged = (): void => changes.set(changes.get() + 1);

function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
}

/** The own address a link leads to; null for other sites, downloads and links of their own behavior. */
function ownAddress(link: HTMLAnchorElement | null): string | null {
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute("download"))
    return null;
  return link.pathname + link.search + link.hash;
}

/** Takes plain links in hand, so that they change the page without loading it anew, as the router's own links do. */
export function followLinks(page: Document): void {
  page.addEventListener("click", (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || modified) return;
    const link = linkAt(event.target);
    const href = ownAddress(link);
    if (link === null || href === null) return;
    event.preventDefault();
    const within = link.getAttribute("href")?.match(/^#(.+)/)?.[1];
    // A link within the page moves the focus; the address keeps what the page has put there.
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
