/** What is shown if a page's code could not be fetched: the site's frame, the failure, and what the visitor can do. */
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SiteFrame } from "../features/layout/site-frame.tsx";
import { FailedPage } from "../ui/failed-page.tsx";

interface OutOfReachProps {
  queryClient: QueryClient;
  trying: boolean;
  onRetry(): void;
}

export function LoadFailed({ queryClient, trying, onRetry }: OutOfReachProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteFrame>
        <FailedPage
          title="This page could not be loaded"
          text="A part of the site could not be loaded. Check your connection and try again."
          busy={trying}
          onRetry={onRetry}
        />
      </SiteFrame>
    </QueryClientProvider>
  );
}
