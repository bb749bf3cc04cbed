/** Pays a booking's balance by card, without a hold (decisions 64, 66). */
import { useState } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { hasInitialRefundTerms, type RefundTerms } from "../../format/terms/venue-terms.ts";
import { currentVenue } from "../../format/venue.ts";
import { toast } from "../../ui/toast/toast.tsx";
import { bookedRows } from "./booked-rows.tsx";
import type { Person } from "./card-form.ts";
import { PayForm } from "./pay-form.tsx";
import { bookingPayable } from "./payable.ts";
import { forgetIntent } from "./returned-intent.ts";
import { useCardPayment } from "./use-card-payment.ts";

interface BalanceStepProps {
  booking: OwnBooking;
  person: Person;
  /** The guest link's token, if that gives access. */
  token?: string | undefined;
  onPaid(result: PaymentRecorded): void;
}

/** If the venue has changed its terms, this booking may have the old or the new ones. */
const balanceTerms = (terms: RefundTerms): string =>
  hasInitialRefundTerms(terms)
    ? "in full with 24 hours' notice, by half with 12 hours' notice."
    : "under the terms of your booking.";

export function BalanceStep({ booking, person, token, onPaid }: BalanceStepProps) {
  /** Why nothing can be paid any more, in the server's words. */
  const [closed, setClosed] = useState<string | null>(null);
  const payment = useCardPayment({
    payable: bookingPayable({ bookingId: booking.id, purpose: "balance", token }),
    amount: booking.dueAmount,
    // After a payment nothing is due: that must not open another one.
    version: "",
    person,
    isOver: () => closed !== null,
    retryHint: () => "Try another card.",
    onSettled(settled) {
      if (settled.kind === "closed") return setClosed(settled.message);
      forgetIntent(booking.id);
      const description = `We received ${formatMoney(booking.dueAmount)} for ${booking.roomName}.`;
      toast({ title: "Payment Successful", description });
      onPaid(settled.result);
    },
  });
  const due = formatMoney(booking.dueAmount);
  if (closed !== null) {
    return (
      <p role="alert" className="max-w-[60ch] border-l-4 border-danger py-1 pl-4 text-lg">
        {closed}
      </p>
    );
  }
  return (
    <PayForm
      payment={payment}
      person={person}
      label={`Pay the balance for ${booking.roomName}`}
      walletText="pay"
      lead={<h2 className="poster-type text-4xl">Your card</h2>}
      ticket={{
        title: booking.roomName,
        ink: inksOf(booking.roomSlug).first,
        rows: [
          ...bookedRows(booking),
          { label: "Total", value: formatMoney(booking.totalAmount) },
          { label: "Paid", value: formatMoney(booking.paidAmount) },
          { label: "Due now", value: due, strong: true },
        ],
      }}
      button={{ pay: `Pay ${due}`, record: "Record my payment" }}
    >
      <p className="text-sm text-muted">
        If you cancel, the balance is refunded {balanceTerms(currentVenue().refundTerms)}
      </p>
    </PayForm>
  );
}
