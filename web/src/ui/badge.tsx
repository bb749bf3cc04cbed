/** The small label of a state, in the state's color (decision 152). */
import clsx from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "yellow" | "green" | "blue" | "red" | "neutral";

const TONES: Record<BadgeTone, string> = {
  yellow: "bg-yellow text-press",
  green: "bg-green text-press",
  blue: "bg-blue text-white",
  red: "bg-danger text-on-danger",
  neutral: "bg-transparent text-ink inset-ring-2 inset-ring-control",
};

export function Badge({
  tone,
  className,
  children,
}: {
  tone: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6 items-center gap-1.5 px-2 text-sm leading-tight font-semibold whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
