/** Owns the frame around every page: navigation above, footer below, toasts over it. */
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { NotFoundPage } from "../features/layout/not-found-page.tsx";
import { PageError } from "../features/layout/page-error.tsx";
import { SiteFrame } from "../features/layout/site-frame.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});

function Root() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}
