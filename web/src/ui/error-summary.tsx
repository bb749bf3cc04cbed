/** A form's errors: a list of them, each entry a link to its field, and why the form was refused as a whole (decision 162). */
import clsx from "clsx";
import type { ReactNode, Ref } from "react";

interface ErrorSummaryProps {
  /** `id` is the field's control, as given to `Field`; the entry's link puts the focus there. */
  errors: { id: string; message: string }[];
  title?: string | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

export function ErrorSummary({ errors, title, ref }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  const heading =
    title ??
    (errors.length === 1 ? "One thing needs your attention" : `${errors.length} things need your attention`);
  return (
    <section ref={ref} tabIndex={-1} aria-label={heading} className="border-2 border-danger bg-sheet p-4">
      <p className="font-semibold text-danger">{heading}</p>
      <ul className="mt-2 grid gap-1">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-action"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why something was refused, beside the button that asked for it. */
export function Refused({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={clsx("border-l-4 border-danger py-1 pl-3 font-semibold text-danger", className)}
    >
      {children}
    </p>
  );
}
