/** What is shown if a page's code could not be fetched: the site's frame, the failure, and what the visitor can do. */
import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { phoneUrl } from "../../../core/venue/house.ts";
import { SiteFrame } from "../features/layout/site-frame.tsx";
import { theHouse } from "../format/the-house.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { PageHeading } from "../ui/page-title.tsx";

interface OutOfReachProps {
  queryClient: QueryClient;
  trying: boolean;
  onRetry(): void;
}

export function OutOfReach({ queryClient, trying, onRetry }: OutOfReachProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteFrame>
        <div className="page py-20">
          <PageHeading className="poster-type text-5xl sm:text-7xl">
            This page could not be loaded
          </PageHeading>
          <p role="alert" className="mt-4 max-w-lg text-lg">
            A part of the site could not be loaded. Check your connection and try again; if that does not
            help, call us at{" "}
            <a
              href={phoneUrl(theHouse().phone)}
              className="font-semibold whitespace-nowrap underline underline-offset-4"
            >
              {theHouse().phone}
            </a>{" "}
            and we book for you.
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <Button size="lg" busy={trying} onClick={onRetry}>
              {trying ? "Trying..." : "Try again"}
            </Button>
            <a href="/" className={buttonClass({ variant: "outline", size: "lg" })}>
              Back to Home
            </a>
          </div>
        </div>
      </SiteFrame>
    </QueryClientProvider>
  );
}
