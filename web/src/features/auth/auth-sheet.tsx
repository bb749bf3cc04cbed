/** Owns the sheet that all sign-in pages are printed on: title beside two overlapping inks, the form, and the way home. */
import type { ReactNode } from "react";
import { PageHeading } from "../../ui/page-title.tsx";

interface AuthSheetProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function AuthSheet({ title, lead, children }: AuthSheetProps) {
  return (
    <div className="page grid items-start gap-x-12 gap-y-8 py-10 lg:grid-cols-12 lg:py-16">
      <header className="relative isolate lg:col-span-6 lg:py-10">
        <svg
          aria-hidden="true"
          viewBox="0 0 44 30"
          className="print absolute -top-6 -left-10 -z-1 hidden w-[34rem] opacity-90 lg:block"
        >
          <circle className="print-first" cx="15" cy="16" r="14" fill="#ff48b0" />
          <circle className="print-first" cx="29" cy="14" r="14" fill="#ffe800" />
        </svg>
        <PageHeading className="poster-type text-6xl text-balance sm:text-7xl lg:max-w-[7ch] lg:text-8xl lg:text-press">
          {title}
        </PageHeading>
        {lead && <div className="mt-4 max-w-sm text-lg lg:text-press">{lead}</div>}
      </header>
      <div className="lg:col-span-5 lg:col-start-8">
        <div className="border-2 border-ink bg-sheet p-5 sm:p-8">{children}</div>
        <a
          href="/"
          className="mt-4 inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
        >
          <span aria-hidden="true">←</span> Back to Homepage
        </a>
      </div>
    </div>
  );
}

/** Why one is here, or why it did not work. */
export function Notice({ tone, children }: { tone: "plain" | "danger"; children: ReactNode }) {
  return tone === "danger" ? (
    <div role="alert" className="border-l-4 border-danger bg-ground px-4 py-3 font-semibold text-danger">
      {children}
    </div>
  ) : (
    <div role="status" className="border-l-4 border-action bg-ground px-4 py-3">
      {children}
    </div>
  );
}
