/** A placeholder while content loads; the component that uses it sets the final size (decision 165). */
import clsx from "clsx";

export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("motion-safe:animate-breathe bg-rule/60 text-rule halftone", className)}
    />
  );
}
