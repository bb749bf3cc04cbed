/** The payment step of a booking: pays its downpayment by card while the hold runs (decisions 63, 66, 163). */

import { type ReactNode, useRef } from "react";
import type { PaymentRecorded } from "../../../../bff/contract/booking.ts";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { currencyCode } from "../../../../core/venue/currency.ts";
import { inksOf } from "../../../../core/venue/rooms/inks.ts";
import { pixel } from "../../browser/pixel.ts";
import { remainingMs, stillHeldText } from "../../format/hold-countdown.ts";
import { ownCancellationText, seriesTerms } from "../../format/terms/cancellation-terms.ts";
import { DueAmounts } from "../../ui/booking/due-amounts.tsx";
import { HoldTimer } from "../../ui/booking/hold-timer.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { bookedRows } from "./booked-rows.tsx";
import type { Person } from "./card-form.ts";
import type { SettledPayment } from "./open-payment.ts";
import { PayForm } from "./pay-form.tsx";
import { bookingPayable, seriesPayable } from "./payable.ts";
import { declined, type Failure } from "./payment-failure.ts";
import { forgetIntent } from "./returned-intent.ts";
import { useCardPayment } from "./use-card-payment.ts";

interface PaymentStepProps {
  /** `holdUntil` is ISO 8601, UTC. */
  booking: OwnBooking & { holdUntil: string };
  person: Person;
  /** Set if all dates of a series are paid together: `booking` is one of them, with the sums. */
  series?: { id: number; dates: ReactNode } | undefined;
  /** The guest link's token, if that gives access. */
  token?: string | undefined;
  /** Who booked, on the ticket. */
  who?: ReactNode;
  /** Other actions on the hold, besides paying for it. */
  otherActions?: ReactNode;
  /** The money is recorded and the booking confirmed; the result is null if it was not paid on this page. */
  onPaid(result: PaymentRecorded | null): void;
  /** The hold has ended unpaid: its hours are free again. */
  onExpired(): void;
  /** Nothing is left to pay, with the reason: the booking was cancelled, or the money was refunded. */
  onOver(reason: Failure): void;
}

const HOLD_EXPIRED: Failure = {
  title: "Your hold has ended",
  description: "Nothing was charged, and the hours are free again.",
};

/** The payment, which ends with the hold. */
function useHeldPayment({ booking, person, series, token, onPaid, onExpired, onOver }: PaymentStepProps) {
  const over = useRef(false);
  const payment = useCardPayment({
    payable: series
      ? seriesPayable(series.id, { bookingId: booking.id, token })
      : bookingPayable({ bookingId: booking.id, purpose: "downpayment", token }),
    amount: booking.downpaymentDueAmount,
    version: booking.downpaymentDueAmount,
    person,
    isOver: () => over.current,
    retryHint: (): string =>
      [stillHeldText(remainingMs(holdUntil, Date.now())), "Try another card."].filter(Boolean).join(" "),
    onSettled: (settled) => !over.current && conclude(settled),
  });
  const holdUntil = payment.intent?.holdUntil ?? booking.holdUntil;

  const end = () => {
    over.current = true;
    forgetIntent(booking.id);
  };

  const endHold = () => {
    end();
    toast({ ...HOLD_EXPIRED, variant: "danger" });
    onExpired();
  };

  const conclude = (settled: SettledPayment<PaymentRecorded>) => {
    if (settled.kind === "closed" && settled.reason === "expired") return endHold();
    end();
    if (settled.kind === "closed" && settled.reason === "paid") return onPaid(null);
    if (settled.kind === "closed") {
      const reason = declined(settled.message);
      toast({ ...reason, variant: "danger" });
      return onOver(reason);
    }
    const { booking: paid } = settled.result;
    pixel.purchase(paid.roomId, paid.roomName, Number(paid.totalAmount), currencyCode().toUpperCase());
    toast({
      title: "Payment Successful",
      description: `We received ${formatMoney(booking.downpaymentDueAmount)} for ${paid.roomName}.`,
    });
    onPaid(settled.result);
  };

  /** The hold is over by the clock. While money may still be received, the answer to that decides instead. */
  const expire = () => {
    if (!over.current && !payment.isUnsettled()) endHold();
  };
  return { payment, holdUntil, expire };
}

export function PaymentStep(props: PaymentStepProps) {
  const { booking, person, series, who, otherActions } = props;
  const { payment, holdUntil, expire } = useHeldPayment(props);
  const now = cents(booking.downpaymentDueAmount);
  const paidBefore = cents(booking.totalAmount) - cents(booking.dueAmount);
  return (
    <PayForm
      payment={payment}
      person={person}
      label={`Pay for ${booking.roomName}`}
      walletText="book"
      lead={
        <HoldTimer
          key={holdUntil}
          holdUntil={holdUntil}
          what={series ? "Your dates are" : "Your time slot is"}
          onEnd={expire}
        />
      }
      ticket={{
        title: booking.roomName,
        ink: inksOf(booking.roomSlug).first,
        lead: series?.dates,
        rows: [
          ...(series ? [] : bookedRows(booking)),
          { label: "Total", value: formatMoney(booking.totalAmount), strong: true },
          ...(paidBefore > 0 ? [{ label: "Paid before", value: formatMoney(paidBefore) }] : []),
        ],
        stub: (
          <div className="grid gap-4">
            <DueAmounts
              share={paidBefore > 0 ? null : Math.round((100 * now) / cents(booking.totalAmount))}
              nowCents={now}
              laterCents={cents(booking.dueAmount) - now}
            />
            <p className="figures text-sm text-muted">
              {series ? seriesTerms(booking) : ownCancellationText(booking)}
            </p>
            {who && <div className="border-t-2 border-rule pt-4">{who}</div>}
          </div>
        ),
      }}
      button={{
        pay: `Pay ${formatMoney(now)}`,
        record: payment.busy ? "Confirming your booking…" : "Confirm my booking",
      }}
    >
      {otherActions}
    </PayForm>
  );
}

const cents = (amount: string): number => toCents(amount) ?? 0;
