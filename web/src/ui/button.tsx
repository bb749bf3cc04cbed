/** Owns the button and the look of a link that acts as one. */
import clsx from "clsx";
import { type ComponentProps, cloneElement, isValidElement } from "react";

type Variant = "solid" | "outline" | "ghost" | "danger";

interface ButtonLook {
  variant?: Variant | undefined;
  size?: "md" | "lg" | undefined;
  className?: string | undefined;
}

const LOOKS: Record<Variant, string> = {
  solid:
    "off-register bg-action text-on-action [&:not([aria-disabled=true],:disabled)]:hover:translate-1 [&:not([aria-disabled=true],:disabled)]:hover:shadow-none active:translate-1 active:shadow-none",
  danger:
    "off-register bg-danger text-on-danger [--second-ink:var(--color-orange)] hover:translate-1 hover:shadow-none",
  outline:
    "border-2 border-ink bg-transparent text-ink hover:bg-ink hover:text-ground transition-colors duration-100",
  ghost:
    "text-action underline decoration-2 underline-offset-4 decoration-transparent hover:decoration-current",
};

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = "solid", size = "md", className }: ButtonLook = {}): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 text-center font-semibold leading-tight select-none",
    "disabled:opacity-55 aria-disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed",
    size === "lg" ? "min-h-13 px-7 py-3 text-lg" : "min-h-11 px-5 py-2 text-base",
    LOOKS[variant],
    className,
  );
}

type ButtonProps = ComponentProps<"button"> &
  Omit<ButtonLook, "className"> & {
    /** Working on it: announced, and further presses do nothing while focus stays where it was. */
    busy?: boolean | undefined;
    /** Gives this look to the one child (a link, say) instead of rendering a `<button>`. */
    asChild?: boolean | undefined;
  };

export function Button({
  variant,
  size,
  busy = false,
  asChild,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = buttonClass({ variant, size, className });
  if (asChild && isValidElement<{ className?: string }>(children)) {
    return cloneElement(children, { className: clsx(look, children.props.className) });
  }
  return (
    <button
      type="button"
      {...rest}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // A busy submit button must not submit again; `disabled` would drop the keyboard's focus.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {children}
    </button>
  );
}
