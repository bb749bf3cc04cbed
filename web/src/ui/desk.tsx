/** Owns the flat, compact controls of the staff's screens (UI Direction: flat, dense, calm). Thumb-sized on a phone. */
import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

type Variant = "primary" | "plain" | "danger";

const LOOKS: Record<Variant, string> = {
  primary: "border-action bg-action text-on-action hover:border-action-strong hover:bg-action-strong",
  plain: "border-control bg-sheet text-ink hover:border-ink",
  danger: "border-danger bg-sheet text-danger hover:bg-danger hover:text-on-danger",
};

/** The classes of a desk button, for links that look like one. */
export const deskButtonClass = (variant: Variant = "plain", className?: string): string =>
  clsx(
    "inline-flex min-h-11 items-center justify-center gap-2 border px-3.5 py-1.5 text-[0.9375rem] leading-tight font-medium select-none sm:min-h-9",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
    LOOKS[variant],
    className,
  );

type DeskButtonProps = ComponentProps<"button"> & {
  variant?: Variant;
  /** Working on it, or not to be had: announced, and presses do nothing while focus stays where it is. */
  inert?: boolean;
  busy?: boolean;
};

export function DeskButton({
  variant,
  busy = false,
  inert = false,
  className,
  onClick,
  ...rest
}: DeskButtonProps) {
  const idle = busy || inert;
  return (
    <button
      type="button"
      {...rest}
      className={deskButtonClass(variant, className)}
      aria-busy={busy || undefined}
      aria-disabled={idle || undefined}
      onClick={(event) => {
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

const CONTROL =
  "h-11 w-full min-w-0 border border-control bg-sheet px-3 text-base text-ink placeholder:text-muted hover:border-ink focus-visible:border-action focus-visible:outline-offset-0 sm:h-10 sm:text-[0.9375rem]";

export function DeskInput({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={clsx(CONTROL, className)} />;
}

export function DeskSelect({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select {...rest} className={clsx(CONTROL, "appearance-none truncate pr-8")}>
        {children}
      </select>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 8"
        className="pointer-events-none absolute top-1/2 right-3 w-2.5 -translate-y-1/2 fill-current"
      >
        <path d="M0 0h12L6 8z" />
      </svg>
    </span>
  );
}

interface DeskFieldProps {
  label: string;
  className?: string;
  /** Gets the id that the control must carry. */
  children: (id: string) => ReactNode;
}

export function DeskField({ label, className, children }: DeskFieldProps) {
  const id = useId();
  return (
    <div className={clsx("grid gap-1", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
