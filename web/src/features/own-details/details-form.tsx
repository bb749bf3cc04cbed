/** Changes who comes to one's own booking: name, phone, people, and before payment the email too. */
import { useEffect } from "react";
import { z } from "zod";
import { BookingSubmission } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { type BookingAccess, changeDetails } from "../../api/customer-bookings.ts";
import { changeHold } from "../../api/held-bookings.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { rememberHoldChange } from "../../session/hold-marker.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { EmailField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

/** `hold`: an unpaid hold of this browser or account. */
export type DetailsAccess = BookingAccess | { kind: "hold"; bookingId: number };

/** What a person types: no number of people is permitted. */
const Draft = BookingSubmission.pick({ firstName: true, lastName: true, email: true, phone: true }).extend({
  attendees: z
    .string()
    .trim()
    .regex(/^([1-9]\d{0,4})?$/, "People must be a whole number, at least 1"),
});
type Draft = z.input<typeof Draft>;

function save(access: DetailsAccess, { email, attendees, ...typed }: Draft): Promise<unknown> {
  const details = { ...typed, attendees: attendees.trim() === "" ? null : Number(attendees) };
  return access.kind === "hold"
    ? changeHold(access.bookingId, { ...details, email })
    : changeDetails(access, details);
}

interface DetailsFormProps {
  booking: OwnBooking;
  access: DetailsAccess;
  onSaved(): void;
  onDone(): void;
}

export function DetailsForm({ booking, access, onSaved, onDone }: DetailsFormProps) {
  const { firstName, lastName, email, phone, attendees } = booking;
  const { form, field, sending, refused, frame } = useSentForm({
    schema: Draft,
    defaults: {
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      email: email ?? "",
      phone: phone ?? "",
      attendees: attendees === null ? "" : String(attendees),
    },
    send: (typed) => save(access, typed),
    onSuccess(_, typed) {
      // The hold's bar reads it again, in every tab.
      if (access.kind === "hold") rememberHoldChange();
      const moved = typed.email.toLowerCase() !== (email ?? "").toLowerCase();
      toast({
        title: "Booking Updated",
        description: moved ? `We send the mails to ${typed.email} from now on.` : "Your details are saved.",
      });
      onSaved();
    },
    refusal: "Your details could not be saved. Please try again.",
  });
  const { setFocus } = form;
  const first = access.kind === "hold" ? "email" : "firstName";
  useEffect(() => setFocus(first), [setFocus, first]);
  return (
    <form {...frame} aria-label="Edit your details" className="grid gap-4">
      {refused && <RefusalNotice>{refused}</RefusalNotice>}
      {access.kind === "hold" && <EmailField {...field("email")} />}
      <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
      <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
      <TextField {...field("phone")} label="Phone" required type="tel" inputMode="tel" autoComplete="tel" />
      <TextField {...field("attendees")} label="People" inputMode="numeric" autoComplete="off" />
      {access.kind !== "hold" && (
        <p className="text-sm text-muted">
          Mails go to <span className="wrap-anywhere">{email}</span>. To use another email, contact us.
        </p>
      )}
      <div className="flex flex-wrap gap-3 pr-1 pb-1">
        <Button type="submit" busy={sending.isPending}>
          {sending.isPending ? "Saving…" : "Save"}
        </Button>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
