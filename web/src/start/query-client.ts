/** The cache of answers through which every page reads. */
import { QueryClient } from "@tanstack/react-query";

/** No retry, no refetch on focus, and nothing becomes stale by itself, unless a query says otherwise (decision 171). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection a read fails at once with a message, instead of waiting
        // unseen; failed reads are repeated when the connection returns.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // An action without a connection must never be carried out later by itself.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
