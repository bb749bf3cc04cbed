/** Corrects a guest's name, email or phone in all of their bookings. */
import type { z } from "zod";
import { GuestCorrection, type GuestRecord } from "../../../../bff/contract/staff/guest.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { GUESTS_KEY } from "../../api/staff-bookings.ts";
import { correctGuest } from "../../api/staff-guests.ts";
import { useRefresh } from "../../form/after-change.ts";
import { contractCheck } from "../../form/contract-check.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface CorrectFormProps {
  guest: GuestRecord;
  /** `id`: the guest's from now on. */
  onDone(id: string): void;
}

type Draft = { [Field in keyof z.input<typeof GuestCorrection>]-?: string };

/** A guest who gave only a first name may keep the other fields empty. */
const filled = (draft: Draft): GuestCorrection =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== ""));

export function CorrectForm({ guest, onDone }: CorrectFormProps) {
  const refresh = useRefresh();
  const { field, sending, refused, frame } = useSentForm({
    schema: contractCheck(GuestCorrection, filled),
    defaults: {
      firstName: guest.firstName ?? "",
      lastName: guest.lastName ?? "",
      email: guest.email,
      phone: guest.phone ?? "",
    },
    send: ({ email, ...typed }: GuestCorrection) =>
      correctGuest(guest.id, email === undefined || email === guest.email ? typed : { ...typed, email }),
    onSuccess({ id, corrected }) {
      toast({
        title: "Guest Corrected",
        description:
          corrected === 0
            ? "Nothing differed."
            : `In ${countText(corrected, "booking")}. Mails go to the new address from now on.`,
      });
      refresh(GUESTS_KEY);
      onDone(id);
    },
    refusal: "The guest could not be corrected. Please try again.",
  });
  return (
    <form
      {...frame}
      aria-label="Correct this guest"
      className="grid gap-4 border border-rule bg-sheet p-4 sm:grid-cols-2"
    >
      {refused && <RefusalNotice className="sm:col-span-2">{refused}</RefusalNotice>}
      <TextField {...field("firstName")} density="dense" label="First name" autoComplete="off" />
      <TextField {...field("lastName")} density="dense" label="Last name" autoComplete="off" />
      <TextField
        {...field("email")}
        density="dense"
        label="Email"
        type="email"
        autoComplete="off"
        disabled={guest.hasAccount}
        hint={guest.hasAccount ? "This guest has an account and changes it there." : undefined}
      />
      <TextField {...field("phone")} density="dense" label="Phone" type="tel" autoComplete="off" />
      <p className="text-sm text-muted sm:col-span-2">
        All of their bookings are corrected, past ones too; each booking's history says what. No mail is sent.
      </p>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Saving..." : "Save Correction"}
        </Button>
        <Button density="dense" onClick={() => onDone(guest.id)}>
          Leave It
        </Button>
      </div>
    </form>
  );
}
