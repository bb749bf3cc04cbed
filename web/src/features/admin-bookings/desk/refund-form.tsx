/** Refunds card money through the provider, in part or in full, with a reason; never more than cards have paid. */
import { CardRefund } from "../../../../../bff/contract/staff/desk.ts";
import { dollars } from "../../../../../core/booking/rules/money.ts";
import { refundCard } from "../../../api/staff-desk.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { useBookingChange } from "../use-booking-change.ts";

export function RefundForm({ bookingId, refundableAmount }: { bookingId: number; refundableAmount: string }) {
  const desk = useBookingChange(
    bookingId,
    (given: CardRefund, key) => refundCard(bookingId, given, key),
    ({ amount }) => `${dollars(amount)} will be refunded to the card.`,
  );
  const { form, field, frame } = useSentForm({
    schema: CardRefund,
    defaults: { amount: "", reason: "" },
    send: desk.mutateAsync,
    onSuccess: () => form.reset(),
  });
  if (Number(refundableAmount) <= 0) {
    return <p className="text-muted">There are no card payments left to refund.</p>;
  }
  return (
    <form {...frame} aria-label="Card refund" className="grid gap-3 sm:grid-cols-3">
      <TextField
        {...field("amount")}
        density="dense"
        label="Refund"
        required
        hint={`At most ${dollars(refundableAmount)} (paid by card)`}
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
        busy={desk.isPending}
        className="justify-self-start sm:col-span-3"
      >
        Refund Card
      </Button>
    </form>
  );
}
