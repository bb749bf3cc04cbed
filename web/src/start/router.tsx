/** Owns the router. */
import type { QueryClient } from "@tanstack/react-query";
import { createRouter, defaultStringifySearch } from "@tanstack/react-router";
import { PageError } from "../pages/visitor/page-error.tsx";
import { routeTree } from "../routeTree.gen.ts";

export function createHubRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Within the frame of the site; the root's own is for when that breaks too.
    defaultErrorComponent: PageError,
    defaultPreload: "intent",
    // The cache decides what is fresh; the router keeps no second one.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Home scrolls to its sections itself, with delays of its own (decision 167).
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
