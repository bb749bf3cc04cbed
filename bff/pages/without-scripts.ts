/** What a page says first in a browser without scripts: how to book all the same, and on the home page the rooms with their prices. */
import { formatMoney } from "../../core/booking/rules/money.ts";
import { countText } from "../../core/text/count-text.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import { phoneUrl } from "../../core/venue/settings.ts";
import type { Venue } from "../contract/venue/venue-record.ts";
import { escaped } from "./page-metadata.ts";

/** As markup. */
export const noticeWithoutScripts = ({ phone, email }: Venue): string =>
  `<p class="no-script"><strong>The calendar, signing in and paying need JavaScript.</strong> Without it, call <a href="${phoneUrl(phone)}">${escaped(phone)}</a> or write to <a href="mailto:${escaped(email)}">${escaped(email)}</a>, and we book the room for you.</p>`;

/** What is drawn for a page that only its script fills, as markup. */
export const titleWithoutScripts = (title: string): string =>
  `<section class="no-script"><h1>${escaped(title)}</h1><p><a href="/">Home</a> · <a href="/help">Help Center</a> · <a href="/cancellation">Cancellation Policy</a></p></section>`;

/** The rooms that visitors see, with their prices, as markup. */
export function roomsWithoutScripts(rooms: RoomDirectory): string {
  const items = rooms.all().map(({ slug, name, capacity, description, rates }) => {
    const { hourlyCents, halfDayCents, fullDayCents } = rates;
    const prices = `${formatMoney(hourlyCents)} an hour, ${formatMoney(halfDayCents)} half a day, ${formatMoney(fullDayCents)} a day`;
    return `<li><a href="/room/${slug}">${escaped(name)}</a> <span>Up to ${countText(capacity, "person", "people")}. ${prices}.</span> <span>${escaped(description)}</span></li>`;
  });
  return `<section class="no-script"><h2>Rooms and prices</h2><ul>${items.join("")}</ul></section>`;
}
