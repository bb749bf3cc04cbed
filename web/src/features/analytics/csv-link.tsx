/** Owns the link by which a table of a period is taken along as CSV; the browser fetches it with the session's cookie. */
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import type { Period } from "./period-choice.ts";

interface CsvLinkProps {
  /** As the call names it: `rooms` of `rooms.csv`. */
  table: string;
  period: Period;
  children: ReactNode;
}

export function CsvLink({ table, period: { from, to }, children }: CsvLinkProps) {
  return (
    <a
      href={`/api/analytics/${table}.csv?${new URLSearchParams({ from, to })}`}
      download
      className={buttonClass({ density: "dense" })}
    >
      {children}
    </a>
  );
}

/** A heading with the way to take what stands below it along. */
export function CsvHeading({ title, ...link }: Omit<CsvLinkProps, "children"> & { title: string }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <h3 className="text-lg font-semibold">{title}</h3>
      <CsvLink {...link}>
        CSV<span className="sr-only"> of {title}</span>
      </CsvLink>
    </div>
  );
}
