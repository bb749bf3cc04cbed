/** Refunds card money through the provider, in part or in full, with a reason. It asks once, and says that the price stays. */
import { useState } from "react";
import { CardRefund } from "../../../../../bff/contract/staff/desk.ts";
import type { StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney, toAmount, toCents } from "../../../../../core/booking/rules/money.ts";
import { refundCard } from "../../../api/staff-desk.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { Button } from "../../../ui/button.tsx";
import { InlineConfirm } from "../../../ui/dialog/inline-confirm.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useBookingChange } from "../use-booking-change.ts";

interface RefundFormProps {
  booking: StaffBooking;
  /** Paid by card, and not refunded yet. */
  refundableAmount: string;
}

export function RefundForm({ booking, refundableAmount }: RefundFormProps) {
  const desk = useBookingChange(
    booking.id,
    (given: CardRefund, key) => refundCard(booking.id, given, key),
    ({ amount }) => `${formatMoney(amount)} will be refunded to the card.`,
  );
  /** What was typed, while the question is open. */
  const [asked, setAsked] = useState<CardRefund | null>(null);
  const { form, field, frame } = useSentForm({
    schema: CardRefund,
    defaults: { amount: "", reason: "" },
    send: async (typed: CardRefund) => setAsked(typed),
  });
  if (Number(refundableAmount) <= 0) {
    return <p className="text-muted">There are no card payments left to refund.</p>;
  }
  return (
    <div className="grid gap-3">
      <form {...frame} aria-label="Card refund" className="grid gap-3 sm:grid-cols-3">
        <TextField
          {...field("amount")}
          density="dense"
          label="Refund"
          required
          hint={`At most ${formatMoney(refundableAmount)} (paid by card)`}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...field("reason")}
          density="dense"
          label="Reason"
          required
          className="sm:col-span-2"
          autoComplete="off"
          maxLength={2_000}
        />
        <Button
          type="submit"
          density="dense"
          variant="danger"
          inert={asked !== null}
          className="justify-self-start sm:col-span-3"
        >
          Refund Card
        </Button>
      </form>
      {asked && (
        <InlineConfirm
          words={refundWords(booking, String(asked.amount))}
          yes="Refund now"
          busy={desk.isPending}
          onYes={() =>
            desk.mutate(asked, {
              onSuccess: () => form.reset(),
              onSettled: () => setAsked(null),
            })
          }
          onNo={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** A refund alone leaves the price, so the guest owes what goes back; a cancelled booking owes nothing. */
function refundWords({ status, dueAmount, totalAmount }: StaffBooking, amount: string): string {
  const back = `${formatMoney(amount)} goes back to the card.`;
  if (status === "cancelled") return back;
  const due = toAmount((toCents(dueAmount) ?? 0) + (toCents(amount) ?? 0));
  return `${back} The price stays at ${formatMoney(totalAmount)}, so ${formatMoney(due)} will be due again. To let the guest pay less, reduce the price instead.`;
}
