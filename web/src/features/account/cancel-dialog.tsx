/** Cancels a customer's own booking: the server refunds exactly the amount that was shown first, or changes nothing (decision 70). */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CancellationTerms, OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney, toCents } from "../../../../core/booking/rules/money.ts";
import { clockTime, dayName, zoneName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import {
  type BookingAccess,
  bookingAccessKey,
  cancelBooking,
  cancellationTermsQuery,
} from "../../api/customer-bookings.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { ON_ACCOUNT } from "../../format/on-account.ts";
import { useZone } from "../../format/venue.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { formatVisit } from "./own-booking.ts";

interface CancelDialogProps {
  booking: OwnBooking;
  right: BookingAccess;
  open: boolean;
  onClose(): void;
  /** `message` is the server's. */
  onCancelled(message: string): void;
}

export function CancelDialog({ open, booking, ...props }: CancelDialogProps) {
  return (
    <DeskDialog open={open} onClose={props.onClose}>
      <DialogTitle>Cancel this booking?</DialogTitle>
      <DialogDescription>
        {booking.roomName}, {formatVisit(booking)}
      </DialogDescription>
      <Terms {...props} />
    </DeskDialog>
  );
}

function Terms({ right, onClose, onCancelled }: Omit<CancelDialogProps, "booking" | "open">) {
  const client = useQueryClient();
  const { data: terms, isError, isFetching, refetch } = useQuery(cancellationTermsQuery(right));
  const isOnAccount = terms?.owedAmount !== undefined;
  const cancel = useMutation({
    mutationFn: ({ refundAmount, owedAmount }: CancellationTerms) =>
      cancelBooking(right, { refundAmount, owedAmount }),
    onSuccess: async ({ message }) => {
      toast({ title: "Booking Cancelled", description: message });
      onCancelled(message);
      onClose();
      await refreshShown(client, bookingAccessKey(right));
    },
    onError: (error) => {
      toast({ title: "Cancellation Failed", description: refusal(error, isOnAccount), variant: "danger" });
      void refetch();
    },
  });

  if (isError && !terms) {
    return (
      <div className="mt-6">
        <FailureNotice
          title="The terms could not be loaded, so you cannot cancel yet."
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!terms) return <Skeleton className="mt-6 h-64" />;
  if (!terms.cancellable) {
    return (
      <p role="alert" className="mt-6 font-semibold">
        This booking is cancelled, has begun or is over.
      </p>
    );
  }
  return (
    <div className="mt-6 grid gap-5">
      {terms.owedAmount === undefined ? (
        <Refund terms={terms} />
      ) : (
        <Owed amount={terms.owedAmount} terms={terms} />
      )}
      {cancel.isError && <RefusalNotice>{refusal(cancel.error, isOnAccount)}</RefusalNotice>}
      <p>
        Others can book the hours at once.{" "}
        <a href="/cancellation" target="_blank" rel="noreferrer" className="underline underline-offset-4">
          Read the cancellation policy
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
      <div className="flex flex-wrap gap-4 pr-1 pb-1">
        <Button variant="danger" busy={cancel.isPending || isFetching} onClick={() => cancel.mutate(terms)}>
          {cancel.isPending ? "Cancelling…" : "Cancel this booking"}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Keep this booking
        </Button>
      </div>
    </div>
  );
}

function Refund({ terms }: { terms: CancellationTerms }) {
  const zone = useZone();
  const paid = toCents(terms.paidAmount) ?? 0;
  const refund = toCents(terms.refundAmount) ?? 0;
  if (paid <= 0) return <p>You have not paid anything yet, so there is no refund and no fee.</p>;
  const rows: [string, string][] = [
    ["Paid so far", formatMoney(paid)],
    ["Retained under the policy", formatMoney(paid - refund)],
  ];
  return (
    <div className="border-y-2 border-ink py-4">
      <dl className="grid gap-1.5">
        {rows.map(([label, amount]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="figures">{amount}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 text-xl font-semibold">
          <dt>Your refund</dt>
          <dd className="figures">{formatMoney(refund)}</dd>
        </div>
      </dl>
      <p className="mt-3 text-sm text-muted">
        {refund === 0
          ? "Under the policy of this booking there is no refund now."
          : "It arrives on your card within 5-10 business days."}
        {terms.refundHoldsUntil && ` ${afterText(terms.refundHoldsUntil, zone)}, it is lower.`}
      </p>
    </div>
  );
}

/** `"After Saturday, December 12, 6:00 PM EST"` */
function afterText(until: string, zone: string): string {
  const instant = new Date(until);
  return `After ${dayName(venueDayOf(instant, zone))}, ${clockTime(instant, zone)} ${zoneName(zone, instant)}`;
}

/** On account nothing was paid: what the policy keeps is owed. */
function Owed({ amount, terms }: { amount: string; terms: CancellationTerms }) {
  const zone = useZone();
  const later = terms.refundHoldsUntil && ` ${afterText(terms.refundHoldsUntil, zone)}, more is kept.`;
  return Number(amount) > 0 ? (
    <div className="border-y-2 border-ink py-4">
      <p className="flex items-baseline justify-between gap-4 text-xl font-semibold">
        <span>Kept under the policy</span>
        <span className="figures">{formatMoney(amount)}</span>
      </p>
      <p className="mt-3 text-sm text-muted">
        {ON_ACCOUNT}.{later}
      </p>
    </div>
  ) : (
    <p>On account: nothing is kept, and your invoice will not list it.{later}</p>
  );
}

/** If an amount has changed, the terms above the button have been fetched again. */
function refusal(error: unknown, isOnAccount: boolean): string {
  if (!(error instanceof RequestError && error.problem?.code === "RefundChanged")) {
    return refusalMessage(error, "The booking could not be cancelled. Please try again.");
  }
  return isOnAccount
    ? "The booking was not cancelled, because what is kept has changed. It is shown above."
    : "The booking was not cancelled, because the refund has changed. The new refund is shown above.";
}
