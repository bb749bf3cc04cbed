/** Owns the read of the house: its particulars, hours and terms as they are now. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { House } from "../../../bff/contract/venue/house-record.ts";
import { knowHouse } from "../format/the-house.ts";
import { request } from "./request.ts";

/** `GET /api/house`: what came with the page holds until it is heard that something has changed. */
const houseQuery = queryOptions({
  queryKey: ["house"],
  queryFn: ({ signal }) => request<House>("GET", "/api/house", undefined, { signal }),
  staleTime: 0,
  retry: false,
});

/** Where the server does not answer, the house stays as it was known. */
export async function askForHouse(client: QueryClient): Promise<void> {
  const house = await client.fetchQuery(houseQuery).catch(() => null);
  if (house) knowHouse(house);
}
