/** The frame of `/find`: its title and form, shown at once, and the result below. */
import type { ComponentProps, ReactNode } from "react";
import { PageHeading } from "../../ui/page-title.tsx";
import { FindForm } from "./find-form.tsx";

type FindSheetProps = Pick<ComponentProps<typeof FindForm>, "fields" | "earliest"> & { children: ReactNode };

export function FindLayout({ fields, earliest, children }: FindSheetProps) {
  return (
    <div className="page pt-10 pb-20 lg:pt-14">
      <PageHeading className="poster-type text-6xl sm:text-8xl">Find a time</PageHeading>
      <FindForm
        whole
        fields={fields}
        earliest={earliest}
        className="mt-6 border-2 border-ink bg-sheet p-4 sm:grid-cols-4 sm:p-5 xl:grid-cols-[1.1fr_1.2fr_1.2fr_1fr_1fr_0.8fr_1fr_auto]"
      />
      {children}
    </div>
  );
}
