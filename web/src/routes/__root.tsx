/** The frame around every page: navigation above and footer below, or the staff's plain frame; toasts over both. */
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useMatches } from "@tanstack/react-router";
import { SiteFrame } from "../features/layout/site-frame.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { JoinWaitlist } from "../pages/visitor/join-waitlist.tsx";
import { PageError } from "../pages/visitor/page-error.tsx";
import { PageFrame } from "../ui/page-frame.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
});

function Root() {
  const forStaff = useMatches({ select: (matches) => matches.some((match) => match.staticData.forStaff) });
  const Frame = forStaff ? PageFrame : SiteFrame;
  return (
    <Frame>
      <Outlet />
      {!forStaff && <JoinWaitlist />}
    </Frame>
  );
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** A page for staff's work: it has a bar of its own instead of the site's navigation and footer. */
    forStaff?: boolean;
  }
}
