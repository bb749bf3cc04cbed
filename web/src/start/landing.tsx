/** The landing page as a document of its own: rendered by the build, and hydrated in the browser without the router. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SiteFrame } from "../features/layout/site-frame.tsx";
import { HomePage } from "../pages/visitor/home-page.tsx";
import { JoinWaitlist } from "../pages/visitor/join-waitlist.tsx";

export const LANDING_PATH = "/";

export function Landing({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteFrame>
        <HomePage />
        <JoinWaitlist />
      </SiteFrame>
    </QueryClientProvider>
  );
}
