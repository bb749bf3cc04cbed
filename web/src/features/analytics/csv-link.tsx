/** Links to a table of a period as CSV; the browser downloads it with the session's cookie. */
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import type { Period } from "./period-choice.ts";

interface CsvLinkProps {
  /** The table's name in the call: `rooms` for `rooms.csv`. */
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

/** A heading with the link that downloads the table below it. */
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
