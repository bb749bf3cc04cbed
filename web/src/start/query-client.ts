/** Owns the cache of answers that every page reads through. */
import { QueryClient } from "@tanstack/react-query";

/** No retry, no refetch on focus, nothing goes stale by itself, unless a query says otherwise (decision 171). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection a read fails at once, with words, instead of waiting unseen; what failed is read anew with it.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // What was pressed without a connection must never happen by itself later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
