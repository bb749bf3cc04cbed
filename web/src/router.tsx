/** Owns the router and the cache of answers behind it. */
import { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";

/** No retry, no refetch on focus, nothing goes stale by itself, unless a query says otherwise (SPEC §7). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
}

export function createHubRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    // The cache decides what is fresh; the router keeps no second one.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Home scrolls to its sections itself, with the delays of SPEC §2.
    defaultHashScrollIntoView: false,
    ...(history && { history }),
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createHubRouter>;
  }
}
