/** Reads the venue: its name and contact, opening hours and terms as they are now. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import { currentVenue, setVenue } from "../format/venue.ts";
import { read } from "./request.ts";

/** `GET /api/house`. The data that came with the page is used until a live message tells of a change. */
const houseQuery = queryOptions({
  queryKey: ["house"],
  queryFn: read<Venue>("/api/house"),
  staleTime: 0,
  retry: false,
});

/** Reads the venue again. If the server does not answer, the page keeps what it knows. */
export async function refreshVenue(client: QueryClient): Promise<void> {
  const venue = await client.fetchQuery(houseQuery).catch(() => null);
  if (!venue) return;
  const { currency, moneyStyle } = currentVenue();
  setVenue(venue);
  if (venue.currency !== currency || venue.moneyStyle !== moneyStyle) writeAmountsAgain(client);
}

/** What was read is the same, so nothing would be drawn again by itself; no page loses what is open or typed. */
function writeAmountsAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    const { data } = query.state;
    if (data !== undefined) query.setState({ data: structuredClone(data) });
  }
}
