/** Writes the links from the element to our pages, with the way back, and reads what a visitor has booked there. Pure. */
import { bookHref, type Visit } from "../src/format/book-href.ts";
import { BOOKING_PARAMETER as BOOKING, STATE_PARAMETER as STATE } from "../src/session/way-back.ts";

/** The page without what an earlier booking has added, so that it does not come back twice. */
export function backFrom(page: string): string {
  const url = new URL(page);
  url.searchParams.delete(BOOKING);
  url.searchParams.delete(STATE);
  return url.href;
}

/** The room's page, with the visit filled in if one is chosen. `back`: the page to which the visitor returns; null: ours has no such link. */
export function roomAddress(
  base: string,
  slug: string,
  { visit = null, back }: { visit?: Visit | null; back: string | null },
): string {
  const path = visit === null ? `/room/${encodeURIComponent(slug)}` : bookHref(slug, visit);
  const url = new URL(path, base);
  if (back !== null) url.searchParams.set("back", back);
  return url.href;
}

export interface Returned {
  id: number;
  state: string;
}

/** What the address of a page says was booked; null if it says nothing, or anything else. */
export function returnedFrom(page: string): Returned | null {
  const { searchParams } = new URL(page);
  const [id, state] = [searchParams.get(BOOKING) ?? "", searchParams.get(STATE) ?? ""];
  return /^[1-9]\d{0,14}$/.test(id) && /^[a-z]{1,20}$/.test(state) ? { id: Number(id), state } : null;
}
