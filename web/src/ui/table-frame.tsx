/** Owns the frame of a wide table: it scrolls sideways by itself, by keyboard too, so that the page need not. */
import clsx from "clsx";
import type { ReactNode } from "react";

interface TableFrameProps {
  label: string;
  className?: string;
  children: ReactNode;
}

export function TableFrame({ label, className, children }: TableFrameProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className={clsx("relative overflow-x-auto border border-rule bg-sheet", className)}
    >
      {children}
    </section>
  );
}

/** Classes of a cell: text begins at the left, figures end at the right. */
export const cellClass = (column: "text" | "figure", className?: string): string =>
  clsx("px-3 py-2", column === "figure" ? "figures text-right" : "text-left", className);
