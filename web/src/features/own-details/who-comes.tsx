/** Shows who comes to a booking, with *Edit* for as long as it can be changed (decision 219). */
import { useEffect, useRef, useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { peopleText } from "../../format/counts.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { DetailsAccess } from "./details-form.tsx";

const DetailsForm = lazyPart(async () => (await import("./details-form.tsx")).DetailsForm, {
  waiting: <Skeleton className="h-96 w-full" />,
  name: "The form",
});

interface WhoComesProps {
  booking: OwnBooking;
  access: DetailsAccess;
  /** Reads the booking again. */
  onSaved(): Promise<unknown>;
}

export function WhoComes({ booking, access, onSaved }: WhoComesProps) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const close = () => setEditing(false);
  if (editing) {
    return (
      <DetailsForm
        booking={booking}
        access={access}
        onDone={close}
        onSaved={() => {
          void onSaved().then(close);
        }}
      />
    );
  }
  const { email, phone, attendees } = booking;
  const isEditable = booking.status !== "cancelled" && Date.parse(booking.endTime) > Date.now();
  return (
    <div className="flex items-start justify-between gap-4">
      <dl className="grid min-w-0 gap-x-4 gap-y-1">
        <div>
          <dt className="sr-only">Booked by</dt>
          <dd className="font-semibold wrap-anywhere">{personName(booking)}</dd>
        </div>
        <div>
          <dt className="sr-only">Email</dt>
          <dd className="wrap-anywhere">{email}</dd>
        </div>
        <div className="text-muted">
          <dt className="sr-only">Phone and people</dt>
          <dd>{[phone, attendees && peopleText(attendees)].filter(Boolean).join(" · ")}</dd>
        </div>
      </dl>
      {isEditable && email !== null && (
        <button
          ref={edit}
          type="button"
          className="print-none inline-flex min-h-11 shrink-0 items-center px-1 font-semibold underline decoration-2 underline-offset-4 hover:text-action"
          onClick={() => setEditing(true)}
        >
          Edit<span className="sr-only"> your details of booking {booking.id}</span>
        </button>
      )}
    </div>
  );
}
