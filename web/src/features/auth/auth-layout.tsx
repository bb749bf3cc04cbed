/** The layout of all sign-in pages: a title on a printed panel, the form, and the link home. */
import type { ReactNode } from "react";
import { PageHeading } from "../../ui/page-title.tsx";

interface AuthSheetProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function AuthLayout({ title, lead, children }: AuthSheetProps) {
  return (
    <div className="page grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-12">
      <header className="relative isolate grid min-h-48 content-end overflow-hidden bg-pink p-5 text-press sm:p-8 lg:min-h-[34rem] lg:p-10">
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          className="absolute -top-[18%] -right-[12%] -z-1 w-[78%] mix-blend-multiply lg:-top-[8%] lg:w-[92%]"
        >
          <circle className="print-second" cx="50" cy="50" r="48" fill="#ffe800" />
        </svg>
        <PageHeading className="poster-type text-6xl text-balance sm:text-7xl lg:text-8xl xl:text-9xl">
          {title}
        </PageHeading>
        {lead && <div className="mt-4 max-w-sm text-lg font-medium">{lead}</div>}
      </header>
      <div>
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

/** Says why the visitor was sent here, or why it did not work. */
export function Notice({ tone, children }: { tone: "plain" | "danger"; children: ReactNode }) {
  const look = tone === "danger" ? "border-danger font-semibold text-danger" : "border-action";
  return (
    <div role={tone === "danger" ? "alert" : "status"} className={`border-l-4 bg-ground px-4 py-3 ${look}`}>
      {children}
    </div>
  );
}
