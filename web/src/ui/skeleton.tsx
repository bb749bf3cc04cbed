/** Owns the placeholder of something on its way; the caller gives it the final size (UI 21). */
import clsx from "clsx";

export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("motion-safe:animate-breathe bg-rule/60 text-rule halftone", className)}
    />
  );
}
