/** What is shown in the place of what is fetched: while it is on its way, when there is nothing, or when it could not be had. */
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
  /** Said where it could not be fetched. */
  failed: string;
  /** Of the skeleton: its final size. */
  className: string;
}

/** In the place of a query's data that is not there: a skeleton, or why it does not come. */
export const Awaited = ({ of, failed, className }: AwaitedProps) =>
  of.isError ? (
    <FailureNotice title={failed} onRetry={() => void of.refetch()} />
  ) : (
    <Skeleton className={className} />
  );
