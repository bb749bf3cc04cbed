/** Notices in the place of fetched data: while it loads, if there is none, or if it could not be fetched. */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Skeleton } from "./skeleton.tsx";

export function EmptyNotice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 border border-rule bg-sheet px-6 py-14 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <p className="text-muted">{children}</p>}
    </div>
  );
}

export function FailureNotice({ title, onRetry }: { title: string; onRetry(): void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border border-danger bg-sheet px-4 py-3"
    >
      <p className="font-semibold text-danger">{title}</p>
      <Button density="dense" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

interface AwaitedProps {
  of: { isError: boolean; refetch(): unknown };
  /** The message if the data could not be fetched. */
  failed: string;
  /** The class of the skeleton: its final size. */
  className: string;
}

/** In the place of a query's missing data: a skeleton, or the reason why the data is missing. */
export const QueryPlaceholder = ({ of, failed, className }: AwaitedProps) =>
  of.isError ? (
    <FailureNotice title={failed} onRetry={() => void of.refetch()} />
  ) : (
    <Skeleton className={className} />
  );
