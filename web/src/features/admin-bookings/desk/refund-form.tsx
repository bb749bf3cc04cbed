/** Owns giving card money back through the provider, in part or all of it, with why; never above what cards have paid. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { CardRefund } from "../../../../../bff/contract/staff/desk.ts";
import { dollars } from "../../../../../core/booking/money.ts";
import { useFieldErrors } from "../../../api/refusal.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import type { Desk } from "./use-desk.ts";

const FIELDS = ["amount", "reason"] as const;

export function RefundForm({ refundableAmount, desk }: { refundableAmount: string; desk: Desk["refund"] }) {
  const form = useForm<CardRefund, unknown, z.output<typeof CardRefund>>({
    resolver: zodResolver(CardRefund),
    defaultValues: { amount: "", reason: "" },
  });
  const { field, showComplaints } = useFieldErrors(form, FIELDS);
  if (Number(refundableAmount) <= 0) {
    return <p className="text-muted">No card money is left that could be refunded.</p>;
  }
  const send = () => {
    if (desk.isPending) return;
    desk.mutate(form.getValues(), {
      onSuccess: () => form.reset(),
      onError: (error) => showComplaints(error),
    });
  };
  return (
    <form
      noValidate
      aria-label="Card refund"
      className="grid gap-3 sm:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit(send)(event);
      }}
    >
      <Field
        density="dense"
        label="Refund"
        required
        hint={`At most ${dollars(refundableAmount)}, what cards have paid`}
        {...field("amount")}
      >
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
      <Field density="dense" label="Reason" required className="sm:col-span-2" {...field("reason")}>
        {(aria) => (
          <TextInput
            {...aria}
            density="dense"
            autoComplete="off"
            maxLength={2_000}
            {...form.register("reason")}
          />
        )}
      </Field>
      <Button
        type="submit"
        density="dense"
        variant="danger"
        busy={desk.isPending}
        className="justify-self-start sm:col-span-3"
      >
        Refund Card
      </Button>
    </form>
  );
}
