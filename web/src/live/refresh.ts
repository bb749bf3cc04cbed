/** Owns fetching anew what a page shows, so that the answer is surely younger than the moment of asking. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Fetches every shown query under `queryKey` again and marks the rest as out of date. A fetch that is already under way
 * is not cancelled (a burst would starve the page) but may have read before the change; it is joined and then followed
 * by one more.
 */
export async function refreshShown(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const joined = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (joined) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
