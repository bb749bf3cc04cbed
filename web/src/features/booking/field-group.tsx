/** The layout of a group of form fields: a poster-type legend over a grid, with two columns if there is room. */
import clsx from "clsx";
import type { ReactNode } from "react";

interface FieldGroupProps {
  legend: string;
  className?: string;
  children: ReactNode;
}

export function FieldGroup({ legend, className, children }: FieldGroupProps) {
  return (
    <fieldset className="min-w-0 border-t-2 border-ink pt-3">
      <legend className="poster-type float-left mb-5 w-full text-3xl">{legend}</legend>
      <div className={clsx("clear-both grid gap-x-4 gap-y-5 @md:grid-cols-2", className)}>{children}</div>
    </fieldset>
  );
}
