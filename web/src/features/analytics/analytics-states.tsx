/** Replaces the figures while they load, and if loading fails. */
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** In the figures' final sizes. */
export function AnalyticsSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        Loading analytics...
      </p>
      <Skeleton className="h-50 xl:h-25" />
      <Skeleton className="h-11" />
      <Skeleton className="h-40" />
      <Skeleton className="h-80" />
    </div>
  );
}

export function AnalyticsUnavailable({ retrying, onRetry }: { retrying: boolean; onRetry(): void }) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 border border-danger bg-sheet px-6 py-14 text-center"
    >
      <h2 className="text-xl font-semibold">Analytics Unavailable</h2>
      <p>Unable to load analytics data. Please try again.</p>
      <Button density="dense" variant="solid" busy={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
