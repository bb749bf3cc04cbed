/** Reduces a booking's price by an amount or a percentage, and shows first what that does to the money (decision 232). */

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { z } from "zod";
import type { PriceReduction, ReducedPrice } from "../../../../../bff/contract/staff/desk.ts";
import type { StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney, toCents } from "../../../../../core/booking/rules/money.ts";
import { currencyName } from "../../../../../core/venue/currency.ts";
import { refusalMessage } from "../../../api/refusal.ts";
import { reducedPriceQuery, reducePrice } from "../../../api/staff-desk.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useBookingChange } from "../use-booking-change.ts";

const unitNames = () => ({ amount: currencyName(), percent: "Percent" });

const Draft = z.object({
  by: z.string().trim().min(1, "Enter by how much"),
  unit: z.enum(["amount", "percent"]),
  reason: z.string().trim().min(1, "Reason is required"),
});
type Draft = z.infer<typeof Draft>;

/** What the call takes; null while nothing sensible is typed. */
function reductionIn({ by, unit }: Pick<Draft, "by" | "unit">): Omit<PriceReduction, "reason"> | null {
  if (unit === "amount") return (toCents(by.trim()) ?? 0) > 0 ? { amount: by.trim() } : null;
  const percent = Number(by);
  return Number.isInteger(percent) && percent >= 1 && percent <= 100 ? { percent } : null;
}

export function ReduceForm({
  booking,
  onDone,
}: {
  booking: StaffBooking;
  onDone?: (() => void) | undefined;
}) {
  const desk = useBookingChange(
    booking.id,
    (given: PriceReduction, key) => reducePrice(booking.id, given, key),
    () => "The price is reduced.",
  );
  const { form, field, frame } = useSentForm<Draft, StaffBooking>({
    schema: Draft,
    defaults: { by: "", unit: "amount", reason: "" },
    send: ({ reason, ...typed }) => {
      const reduction = reductionIn(typed);
      if (reduction) return desk.mutateAsync({ ...reduction, reason });
      const message = typed.unit === "amount" ? "Enter an amount, such as 35.00" : "Enter 1 to 100";
      form.setError("by", { message }, { shouldFocus: true });
      return Promise.reject(new Error(message));
    },
    onSuccess: () => {
      form.reset();
      onDone?.();
    },
  });
  const typed = useDeferredValue(form.watch());
  const reduction = reductionIn(typed);
  const preview = useQuery({
    ...reducedPriceQuery(booking.id, reduction ?? { percent: 1 }),
    enabled: reduction !== null,
  });
  if (Number(booking.totalAmount) === 0) return <p className="text-muted">This booking costs nothing.</p>;
  return (
    <form {...frame} aria-label="Reduce the price" className="grid gap-3 sm:grid-cols-4">
      <TextField
        {...field("by")}
        density="dense"
        label="Reduce by"
        required
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField {...field("unit")} density="dense" label="Unit" required options={unitNames()} />
      <TextField
        {...field("reason")}
        density="dense"
        label="Reason"
        required
        className="sm:col-span-2"
        autoComplete="off"
        maxLength={2_000}
      />
      <p aria-live="polite" className="figures min-h-6 sm:col-span-4">
        {reduction === null ? (
          <span className="text-muted">The price is {formatMoney(booking.totalAmount)}.</span>
        ) : preview.isError ? (
          <span className="font-semibold text-danger">
            {refusalMessage(preview.error, "The price cannot be reduced like this")}
          </span>
        ) : preview.data ? (
          <span className="font-medium">{reductionWords(booking, preview.data)}</span>
        ) : (
          <span className="text-muted">Calculating…</span>
        )}
      </p>
      <Button
        type="submit"
        density="dense"
        busy={desk.isPending}
        className="justify-self-start sm:col-span-4"
      >
        Reduce Price
      </Button>
    </form>
  );
}

/** `"$150.00 becomes $75.00. Return $75.00 at the desk. Nothing is due."` */
function reductionWords(
  { totalAmount: before, accountId }: StaffBooking,
  { totalAmount, refundAmount, toReturnAmount, dueAmount }: ReducedPrice,
): string {
  const becomes = `${formatMoney(before)} becomes ${formatMoney(totalAmount)}.`;
  if (accountId !== undefined) {
    return `${becomes} The account owes that much less; a credit note says so if the visit is on an invoice.`;
  }
  return [
    becomes,
    ...(Number(refundAmount) > 0 ? [`${formatMoney(refundAmount)} goes back to the card.`] : []),
    ...(Number(toReturnAmount) > 0 ? [`Return ${formatMoney(toReturnAmount)} at the desk.`] : []),
    Number(dueAmount) > 0 ? `${formatMoney(dueAmount)} is due.` : "Nothing is due.",
  ].join(" ");
}
