/** Holds the contact form's place while its code loads, with the form's shape and size. */
import { Skeleton } from "../../ui/skeleton.tsx";

/** The sheet of the form; the form and its placeholder share it. */
export const CONTACT_FORM_CLASS = "grid gap-5 border-2 border-ink bg-sheet p-5 sm:grid-cols-2 sm:p-8";

const label = <Skeleton className="mt-1 mb-2.5 h-4 w-28" />;

export function ContactFormPlaceholder() {
  return (
    <div className={CONTACT_FORM_CLASS} aria-hidden="true">
      <Skeleton className="h-8 w-48 sm:col-span-2" />
      {["first", "last", "email", "phone"].map((field) => (
        <div key={field}>
          {label}
          <Skeleton className="h-12" />
        </div>
      ))}
      <div className="sm:col-span-2">
        {label}
        <Skeleton className="h-12" />
      </div>
      <div className="sm:col-span-2">
        {label}
        <Skeleton className="h-40" />
      </div>
      <Skeleton className="h-13 w-44 sm:col-span-2" />
    </div>
  );
}
