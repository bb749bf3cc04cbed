/** A form's errors: a list with a link to each field, and the reason why the form as a whole was refused (decision 162). */
import clsx from "clsx";
import type { ReactNode, Ref } from "react";

interface ErrorSummaryProps {
  /** `id` is the id of the field's control, as given to `Field`; the entry's link moves the focus there. */
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

/** The reason for a refusal, beside the button that was pressed. */
export function RefusalNotice({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={clsx("border-l-4 border-danger py-1 pl-3 font-semibold text-danger", className)}
    >
      {children}
    </p>
  );
}
