/** One of a few choices as a card: a radio button, its name, and its description. */
import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

interface ChoiceCardProps extends ComponentProps<"input"> {
  label: string;
  children: ReactNode;
}

export function ChoiceCard({ label, className, children, ...radio }: ChoiceCardProps) {
  const id = useId();
  return (
    <label
      className={clsx(
        "flex cursor-pointer items-start gap-3 border border-control bg-sheet px-3 py-2 has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink",
        className,
      )}
    >
      <input
        {...radio}
        type="radio"
        aria-label={label}
        aria-describedby={id}
        className="mt-1 size-4.5 shrink-0"
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span id={id} className="figures block text-sm text-muted">
          {children}
        </span>
      </span>
    </label>
  );
}
