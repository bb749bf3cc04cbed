/** The form that takes or returns money at the desk: method, amount and reference; it is prefilled with what is due or to be returned. */
import { useEffect } from "react";
import { z } from "zod";
import { DeskMoney } from "../../../../../bff/contract/staff/desk.ts";
import type { BookingHistory, StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { recordDeskMoney } from "../../../api/staff-desk.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { DESK_METHOD_OPTIONS } from "../../../format/money-methods.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useBookingChange } from "../use-booking-change.ts";

type Kind = DeskMoney["kind"];

/** Money leaves the desk only for a reason. */
const MoneyReturned = DeskMoney.extend({
  reason: z.string({ error: "Reason is required" }).trim().min(1, "Reason is required").max(2_000),
});

interface MoneyFormProps {
  kind: Kind;
  booking: StaffBooking;
  money: BookingHistory["money"];
}

const suggested = (kind: Kind, money: BookingHistory["money"]): string => {
  const amount = kind === "received" ? money.dueAmount : money.toReturnAmount;
  return Number(amount) > 0 ? amount : "";
};

/** Why no money can be taken or returned; null if it can. */
function whyNothing(kind: Kind, { status }: StaffBooking, money: BookingHistory["money"]): string | null {
  if (kind === "returned") {
    return Number(money.returnableAmount) > 0
      ? null
      : "No money was received at the venue that could be returned there.";
  }
  if (status === "cancelled") return "The booking is cancelled, so no money can be taken.";
  return Number(money.dueAmount) > 0 ? null : "Nothing is due.";
}

export function MoneyForm({ kind, booking, money }: MoneyFormProps) {
  const amount = suggested(kind, money);
  const desk = useBookingChange(
    booking.id,
    (given: DeskMoney, key) => recordDeskMoney(booking.id, given, key),
    (given) => `${formatMoney(given.amount)} ${kind}.`,
  );
  const { form, field, frame } = useSentForm<DeskMoney, StaffBooking>({
    schema: kind === "received" ? DeskMoney : MoneyReturned,
    defaults: { kind, amount, method: "cash", reference: "", reason: "" },
    send: (typed) => desk.mutateAsync({ ...typed, kind }),
    // The empty amount prevents a second payment; the new balance is filled in when it arrives.
    onSuccess: (_, { method }) => form.reset({ kind, method, amount: "", reference: "", reason: "" }),
  });
  // An amount that was typed against another balance is out of date.
  useEffect(() => form.resetField("amount", { defaultValue: amount }), [form, amount]);
  const nothing = whyNothing(kind, booking, money);
  if (nothing) return <p className="text-muted">{nothing}</p>;
  const most = kind === "received" ? money.dueAmount : money.returnableAmount;
  const hint =
    kind === "received"
      ? `At most ${formatMoney(most)} (the balance due)`
      : `At most ${formatMoney(most)} (received at the venue)`;
  return (
    <form
      {...frame}
      aria-label={kind === "received" ? "Money received" : "Money returned"}
      className="grid gap-3 sm:grid-cols-3"
    >
      <TextField
        {...field("amount")}
        density="dense"
        label="Amount"
        required
        hint={hint}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        {...field("method")}
        density="dense"
        label="Method"
        required
        options={DESK_METHOD_OPTIONS}
      />
      <TextField
        {...field("reference")}
        density="dense"
        label="Reference number (slip, receipt)"
        autoComplete="off"
        maxLength={200}
      />
      {kind === "returned" && (
        <TextField
          {...field("reason")}
          density="dense"
          label="Reason"
          required
          className="sm:col-span-3"
          autoComplete="off"
          maxLength={2_000}
        />
      )}
      <Button
        type="submit"
        density="dense"
        variant={kind === "received" ? "solid" : "outline"}
        busy={desk.isPending}
        className="justify-self-start sm:col-span-3"
      >
        {kind === "received" ? "Take Money" : "Return Money"}
      </Button>
    </form>
  );
}
