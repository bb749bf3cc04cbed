/** Owns the router. */
import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";

export function createHubRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    // The cache decides what is fresh; the router keeps no second one.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Home scrolls to its sections itself, with the delays of SPEC §2.
    defaultHashScrollIntoView: false,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createHubRouter>;
  }
}
