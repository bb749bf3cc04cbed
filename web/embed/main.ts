/** The script `/embed.js`: defines the element once, however often a page loads it. */
import { HubBooking } from "./hub-booking.ts";

const NAME = "hub-booking";

/** A module has no current script: then it is the one on the page with our name. */
function scriptAddress(): string {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src !== "") return currentScript.src;
  const named = document.querySelector<HTMLScriptElement>('script[src*="/embed.js"]');
  return named?.src ?? window.location.href;
}

HubBooking.base = new URL("/", scriptAddress()).href;
if (!customElements.get(NAME)) customElements.define(NAME, HubBooking);
