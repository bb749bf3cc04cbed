/** The plain sheet of the test pages, and the layout of an answer on it. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { PageHeading } from "../../ui/page-title.tsx";

export function TestSheet({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="page grid justify-items-center pt-10 lg:pt-16">
      <div className="grid w-full max-w-3xl gap-6">
        <header className="border-b-2 border-ink pb-6">
          <PageHeading className="poster-type text-5xl sm:text-7xl">{title}</PageHeading>
          <p className="mt-4 max-w-[62ch] text-lg">{lead}</p>
        </header>
        {children}
      </div>
    </div>
  );
}

interface AnswerProps {
  title: string;
  good: boolean;
  rows?: readonly (readonly [label: string, value: string])[];
  error?: ReactNode;
}

export function Answer({ title, good, rows = [], error }: AnswerProps) {
  return (
    <div className={clsx("border-l-8 bg-sheet p-4", good ? "border-green" : "border-danger")}>
      <p className="font-semibold">{title}</p>
      {rows.length > 0 && (
        <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="figures wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {error && <p className="mt-2 font-semibold wrap-anywhere text-danger">{error}</p>}
    </div>
  );
}
