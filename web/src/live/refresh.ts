/** Fetches the data that a page shows again, with an answer that is certainly newer than the request. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Fetches every shown query under `queryKey` again and marks the rest as out of date. A fetch that is already under way is not cancelled,
 * because in a burst the page would never get an answer. That fetch may have read before the change, so one more fetch follows it.
 */
export async function refreshShown(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const joined = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (joined) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
