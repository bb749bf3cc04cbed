/** Takes over the data that the server sent with the page. */
import type { QueryClient } from "@tanstack/react-query";
import { PAGE_DATA_ID, type PageData, VENUE_DATA_ID } from "../../../bff/contract/page-data.ts";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { cacheRoom } from "../api/rooms.ts";
import { setVenue } from "../format/venue.ts";

/** A page that Back or Forward restores may be hours old. Its data is not used but read again. */
const isBroughtBack = (): boolean =>
  performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === "back_forward");

/** Runs before the first render, because the server rendered the page for this venue data, however old the page is. */
export function readVenueData(): void {
  const json = document.getElementById(VENUE_DATA_ID)?.textContent;
  // The server that sent the page wrote it by the same contract.
  if (json) setVenue(JSON.parse(json) as Venue);
}

export function readPageData(client: QueryClient): void {
  const element = document.getElementById(PAGE_DATA_ID);
  if (!element?.textContent || isBroughtBack()) return;
  // The server that sent the page wrote it by the same contract.
  cacheRoom(client, JSON.parse(element.textContent) as PageData);
}
