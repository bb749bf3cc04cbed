/** The strip of figures at the top of the staff's screens: one flat table of cards, each with a name and a number. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";

export interface Figure {
  label: string;
  /** Undefined while it is loading. */
  value: ReactNode;
  note?: ReactNode;
}

export function Figures({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={clsx("grid gap-px border border-rule bg-rule", className)}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className="flex min-w-0 flex-col bg-sheet px-3 py-3 xs:px-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures text-lg leading-9 font-semibold xs:text-2xl">
            {value ?? <Skeleton className="my-1 h-7 w-20" />}
          </dd>
          {note !== undefined && <dd className="mt-auto text-sm text-muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
