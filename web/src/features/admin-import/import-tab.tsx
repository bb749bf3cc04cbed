/** The dashboard's tab that imports bookings and customers from other products: a file, its dry run, and the imports there were. */
import { useState } from "react";
import { ImportForm } from "./import-form.tsx";
import { ImportsList } from "./imports-list.tsx";

export function ImportTab() {
  // A new form after each import, so that a file is not applied by mistake twice.
  const [forms, setForms] = useState(0);
  return (
    <div className="grid gap-8">
      <section aria-labelledby="import" className="grid gap-4">
        <h2 id="import" tabIndex={-1} className="text-lg font-semibold">
          Import
        </h2>
        <p className="max-w-[62ch]">
          Take over bookings or customers from another product: export them there as CSV, and check the file
          here. Nothing is written until you apply it. No mail is sent and no money is taken.
        </p>
        <p className="max-w-[62ch] text-sm text-muted">
          Bookings need columns for room, start, end and a name; customers for email and a name. The headers
          of exports of Skedda, MRBS, LibreBooking, Easy!Appointments, Cal.com and Jammed are known; others
          are asked.
        </p>
        <ImportForm
          key={forms}
          onBegun={() => {
            setForms(forms + 1);
            document.getElementById("imports")?.focus();
          }}
        />
      </section>
      <ImportsList />
    </div>
  );
}
