/** Owns taking and giving back money at the desk: how, how much and under which number; prefilled with what is due, or to be returned. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { DeskMoney } from "../../../../../bff/contract/staff/desk.ts";
import type { BookingHistory, StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { dollars } from "../../../../../core/booking/money.ts";
import { useFieldErrors } from "../../../api/refusal.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, SelectInput, TextInput } from "../../../ui/field.tsx";
import type { Desk } from "./use-desk.ts";

type Kind = DeskMoney["kind"];

const METHODS: Record<DeskMoney["method"], string> = {
  cash: "Cash",
  terminal: "Card terminal",
  transfer: "Transfer",
};
const FIELDS = ["amount", "method", "reference"] as const;

interface MoneyFormProps {
  kind: Kind;
  booking: StaffBooking;
  money: BookingHistory["money"];
  desk: Desk["money"];
}

const suggested = (kind: Kind, money: BookingHistory["money"]): string => {
  const amount = kind === "received" ? money.dueAmount : money.toReturnAmount;
  return Number(amount) > 0 ? amount : "";
};

/** Why there is nothing to take or give back; null where there is. */
function whyNothing(kind: Kind, { status }: StaffBooking, money: BookingHistory["money"]): string | null {
  if (kind === "returned") {
    return Number(money.returnableAmount) > 0
      ? null
      : "Nothing came in at the venue that could be given back there.";
  }
  if (status === "cancelled") return "The booking is cancelled: no money is taken for it.";
  return Number(money.dueAmount) > 0 ? null : "Nothing is due.";
}

export function MoneyForm({ kind, booking, money, desk }: MoneyFormProps) {
  const amount = suggested(kind, money);
  const form = useForm<DeskMoney, unknown, z.output<typeof DeskMoney>>({
    resolver: zodResolver(DeskMoney),
    defaultValues: { kind, method: "cash", amount, reference: "" },
  });
  // What was typed against another balance is out of date with it.
  useEffect(() => form.resetField("amount", { defaultValue: amount }), [form, amount]);
  const { field, showComplaints } = useFieldErrors(form, FIELDS);
  const nothing = whyNothing(kind, booking, money);
  if (nothing) return <p className="text-muted">{nothing}</p>;
  const most = kind === "received" ? money.dueAmount : money.returnableAmount;
  const hint =
    kind === "received"
      ? `At most ${dollars(most)}, the balance due`
      : `At most ${dollars(most)}, what came in at the venue`;
  const send = () => {
    if (desk.isPending) return;
    desk.mutate(
      { ...form.getValues(), kind },
      {
        // Nothing is left to be pressed twice; the new balance follows.
        onSuccess: () => form.reset({ kind, method: form.getValues("method"), amount: "", reference: "" }),
        onError: (error) => showComplaints(error),
      },
    );
  };
  return (
    <form
      noValidate
      aria-label={kind === "received" ? "Money received" : "Money given back"}
      className="grid gap-3 sm:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit(send)(event);
      }}
    >
      <Field density="dense" label="Amount" required hint={hint} {...field("amount")}>
        {(aria) => (
          <TextInput
            {...aria}
            density="dense"
            inputMode="decimal"
            autoComplete="off"
            {...form.register("amount")}
          />
        )}
      </Field>
      <Field density="dense" label="How" required {...field("method")}>
        {(aria) => (
          <SelectInput {...aria} density="dense" {...form.register("method")}>
            {Object.entries(METHODS).map(([method, label]) => (
              <option key={method} value={method}>
                {label}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field density="dense" label="Number (slip, receipt)" {...field("reference")}>
        {(aria) => (
          <TextInput
            {...aria}
            density="dense"
            autoComplete="off"
            maxLength={200}
            {...form.register("reference")}
          />
        )}
      </Field>
      <Button
        type="submit"
        density="dense"
        variant={kind === "received" ? "solid" : "outline"}
        busy={desk.isPending}
        className="justify-self-start sm:col-span-3"
      >
        {kind === "received" ? "Take Money" : "Give Back"}
      </Button>
    </form>
  );
}
