/** Creates the router. */
import type { QueryClient } from "@tanstack/react-query";
import { createRouter, defaultStringifySearch } from "@tanstack/react-router";
import { PageError } from "../pages/visitor/page-error.tsx";
import { routeTree } from "../routeTree.gen.ts";

export function createHubRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // This one is shown within the site's frame; the root route has its own, for errors in the frame itself.
    defaultErrorComponent: PageError,
    defaultPreload: "intent",
    // The query cache decides what is fresh; the router keeps no cache of its own.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Home scrolls to its sections itself, after delays of its own (decision 167).
    defaultHashScrollIntoView: false,
    // Slashes are not escaped in a query: `/user-auth?redirect=/feedback`.
    stringifySearch: (search) => defaultStringifySearch(search).replaceAll("%2F", "/"),
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createHubRouter>;
  }
}
