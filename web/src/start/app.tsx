/** The site under the router: every page except the first view of home. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { addressChanged, setNavigator } from "../browser/navigation.ts";
import { announceNextHeading } from "../ui/page-title.tsx";
import { createHubRouter } from "./router.tsx";

export interface App {
  /** Loads the page at the current address, or goes to the given one first; render the element afterward. */
  open: (href?: string) => Promise<void>;
  prepare: (href: string) => void;
  element: ReactNode;
}

export function createApp(queryClient: QueryClient): App {
  const router = createHubRouter(queryClient);

  const prepare = (href: string) => {
    // A page whose code cannot be fetched ahead is fetched when the visitor opens it.
    router.preloadRoute({ to: new URL(href, window.location.href).pathname }).catch(() => {});
  };
  return {
    open: async (href) => {
      if (href !== undefined) router.history.push(href);
      await router.load();
      setNavigator({ go: (next) => router.navigate({ href: next }), prepare });
      router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) announceNextHeading();
      });
      router.subscribe("onLoad", addressChanged);
    },
    prepare,
    element: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    ),
  };
}
