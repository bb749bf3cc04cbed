/** The History tab of a booking: what happened, when and who did it, from the log itself, and its money. */

import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { BookingHistory, StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { proofsFailedToast, proofsSavedToast, saveProofs } from "../../api/audit/proof-files.ts";
import { bookingHistoryQuery, retryRefund } from "../../api/staff-bookings.ts";
import { useZone } from "../../format/venue.ts";
import { readsLog } from "../../session/staff-access.ts";
import { useStaff } from "../../session/staff-session.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { Mails } from "./history-mails.tsx";
import { useBookingChange } from "./use-booking-change.ts";

type Refund = BookingHistory["money"]["refunds"][number];

const REFUND_WORDS: Record<Refund["state"], { label: string; tone: BadgeTone }> = {
  requested: { label: "Under way", tone: "yellow" },
  issued: { label: "Issued", tone: "green" },
  failed: { label: "Failed", tone: "red" },
};

export function HistoryPanel({ booking }: { booking: Pick<StaffBooking, "id" | "accountId"> }) {
  const { id: bookingId, accountId } = booking;
  const staff = useStaff();
  const history = useQuery(bookingHistoryQuery(bookingId));
  if (history.isError && !history.data) {
    return <FailureNotice title="Failed to fetch the history" onRetry={() => void history.refetch()} />;
  }
  if (!history.data) {
    return (
      <div>
        <p role="status" className="sr-only">
          Loading the history...
        </p>
        <Skeleton className="h-72" />
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <section className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="font-semibold">What happened</h3>
          {staff && readsLog(staff) && <Proofs bookingId={bookingId} />}
        </div>
        <Entries entries={history.data.entries} />
      </section>
      <Mails mails={history.data.mails} />
      {accountId === undefined && <Money money={history.data.money} bookingId={bookingId} />}
    </div>
  );
}

/** Links to the booking's proofs, which can be checked without our servers, and to the booking as of any instant. */
function Proofs({ bookingId }: { bookingId: number }) {
  const proofs = useMutation({
    mutationFn: () => saveProofs(`booking-${bookingId}`),
    onSuccess: (saved) => toast(proofsSavedToast(saved)),
    onError: (error) => toast(proofsFailedToast(error)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to="/audit/booking/$bookingId"
        params={{ bookingId: String(bookingId) }}
        className={buttonClass({ density: "dense" })}
      >
        View Past States{" "}
      </Link>
      <Button density="dense" busy={proofs.isPending} onClick={() => proofs.mutate()}>
        Download Proofs
      </Button>
    </div>
  );
}

function Entries({ entries }: { entries: BookingHistory["entries"] }) {
  const zone = useZone();
  return (
    <ol className="border-l-2 border-control">
      {entries.map((entry) => (
        <li key={entry.version} className="relative pb-4 pl-5 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-2 -left-[5px] size-2 bg-ink outline-3 outline-ground"
          />
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{entry.text}</span>
            {entry.amount && <span className="figures font-medium">{formatMoney(entry.amount)}</span>}
          </p>
          <p className="figures text-sm text-muted">
            {dateAndTime(new Date(entry.at), zone)} · {entry.by.name}
          </p>
          {entry.stripeId && <StripeId id={entry.stripeId} />}
        </li>
      ))}
    </ol>
  );
}

const StripeId = ({ id }: { id: string }) => <code className="block text-sm break-all text-muted">{id}</code>;

function Money({ money, bookingId }: { money: BookingHistory["money"]; bookingId: number }) {
  const retry = useBookingChange(bookingId, (refundId: string) => retryRefund(bookingId, refundId));
  const ifAny = (label: string, amount: string) =>
    Number(amount) > 0 && { label, value: formatMoney(amount) };
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Money</h3>
      <Facts
        facts={[
          { label: "Paid", value: formatMoney(money.paidAmount) },
          { label: "Refunded", value: formatMoney(money.refundedAmount) },
          ifAny("Disputed", money.disputedAmount),
          { label: "Due at the venue", value: formatMoney(money.dueAmount) },
          ifAny("Refunds under way", money.refundsUnderWayAmount),
        ]}
      />
      {money.refunds.length > 0 && (
        <ul aria-label="Refunds" className="grid gap-2 pt-2">
          {money.refunds.map((refund) => {
            const { label, tone } = REFUND_WORDS[refund.state];
            return (
              <li key={refund.refundId} className="border border-rule bg-sheet px-4 py-3">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
                  <span className="figures font-medium">Refund of {formatMoney(refund.amount)}</span>
                  <Badge tone={tone}>{label}</Badge>
                  <span className="text-sm text-muted">
                    {refund.via === "stripe" ? "to the card" : "at the venue"}
                    {refund.reasonCode && `, refused: ${refund.reasonCode}`}
                  </span>
                </p>
                {refund.stripeRefundId && <StripeId id={refund.stripeRefundId} />}
                {refund.canRetry && (
                  <Button
                    density="dense"
                    className="mt-2"
                    busy={retry.isPending}
                    onClick={() => retry.mutate(refund.refundId)}
                  >
                    Refund Again
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
