/** A list of facts: names and values, in two columns on a wide screen. */
import clsx from "clsx";
import type { ReactNode } from "react";

export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes the full width. */
  wide?: boolean;
}

export function Facts({ facts }: { facts: readonly (Fact | false | "" | null)[] }) {
  return (
    <dl className="grid gap-x-8 sm:grid-cols-2">
      {facts.map(
        (fact) =>
          fact && (
            <div
              key={fact.label}
              className={clsx("min-w-0 border-b border-rule py-2", fact.wide && "sm:col-span-2")}
            >
              <dt className="text-sm text-muted">{fact.label}</dt>
              <dd className="figures font-medium">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
