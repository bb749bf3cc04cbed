/** The button, and the look of a link that acts as one, for visitors and for the staff's dense screens (decision 151). */
import clsx from "clsx";
import type { ComponentProps } from "react";

/** `roomy`: printed style, for visitors. `dense`: flat and compact, for staff; thumb-sized on a phone. */
export type Density = "roomy" | "dense";
type Variant = "solid" | "outline" | "ghost" | "danger";

interface ButtonStyle {
  density?: Density | undefined;
  /** The default is solid for `roomy` and outlined for `dense`. */
  variant?: Variant | undefined;
  size?: "md" | "lg" | undefined;
  className?: string | undefined;
}

const GHOST =
  "text-action underline decoration-2 underline-offset-4 decoration-transparent hover:decoration-current";

const VARIANTS: Record<Density, Record<Variant, string>> = {
  roomy: {
    solid: "off-register bg-action text-on-action",
    danger: "off-register bg-danger text-on-danger [--second-ink:var(--color-orange)]",
    outline:
      "border-2 border-ink bg-transparent text-ink hover:bg-ink hover:text-ground transition-colors duration-100",
    ghost: GHOST,
  },
  dense: {
    solid: "border-action bg-action text-on-action hover:border-action-strong hover:bg-action-strong",
    outline: "border-control bg-sheet text-ink hover:border-ink",
    danger: "border-danger bg-sheet text-danger hover:bg-danger hover:text-on-danger",
    ghost: GHOST,
  },
};

const SIZES = {
  md: "min-h-11 px-5 py-2 text-base",
  lg: "min-h-13 px-7 py-3 text-lg",
  dense: "min-h-11 border px-3.5 py-1.5 text-[0.9375rem] sm:min-h-9",
};

/** The classes of a button, for links that look like one. */
export function buttonClass({
  density = "roomy",
  variant,
  size = "md",
  className,
}: ButtonStyle = {}): string {
  const dense = density === "dense";
  return clsx(
    "inline-flex items-center justify-center gap-2 leading-tight select-none disabled:cursor-not-allowed aria-disabled:cursor-not-allowed",
    dense
      ? "font-medium disabled:opacity-50 aria-disabled:opacity-50"
      : "text-center font-semibold disabled:opacity-55 aria-disabled:opacity-55",
    SIZES[dense ? "dense" : size],
    variant !== "ghost" &&
      "forced-colors:border-2 forced-colors:border-solid forced-colors:border-[ButtonBorder]",
    VARIANTS[density][variant ?? (dense ? "outline" : "solid")],
    className,
  );
}

type ButtonProps = ComponentProps<"button"> &
  Omit<ButtonStyle, "className"> & {
    /** The action is under way: announced to screen readers; further presses do nothing, and the focus stays. */
    busy?: boolean | undefined;
    /** Not available for now: announced to screen readers, and a press does nothing. */
    inert?: boolean | undefined;
  };

export function Button({
  density,
  variant,
  size,
  busy = false,
  inert = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const idle = busy || inert;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ density, variant, size, className })}
      aria-busy={busy || undefined}
      aria-disabled={idle || undefined}
      onClick={(event) => {
        // A busy submit button must not submit again; `disabled` would take the focus from the keyboard.
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
