/** Cancels a booking: on whose behalf, why, and with the refund by the policy, which is shown first (decisions 39, 67). */

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { SeriesCancelled } from "../../../../bff/contract/series.ts";
import type {
  CancelledBy,
  RefundPreview,
  StaffBooking,
} from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { SeriesScope } from "../../../../core/booking/series/repeat.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { changeBooking, refundPreviewQuery } from "../../api/staff-bookings.ts";
import { hasInitialRefundTerms } from "../../format/terms/venue-terms.ts";
import { currentVenue, useZone } from "../../format/venue.ts";
import { ScopeFields } from "../../ui/booking/scope-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { AreaField, Checkbox } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { ChangedDates, ChangeRefused, moneyOrNothing } from "./series/changed-dates.tsx";
import { useCancelDates } from "./series/use-cancel-dates.ts";
import { useBookingChange } from "./use-booking-change.ts";

const WHO: Record<CancelledBy, { label: string; policy: string }> = {
  venue: { label: "The venue", policy: "Everything that was paid is refunded." },
  customer: {
    label: "The customer",
    policy:
      "24 hours or more before the visit: the downpayment is refunded less a 10% fee. 12 to 24 hours: half of it. Later: nothing of it. Payments beyond the downpayment are refunded until the visit begins.",
  },
};

interface CancelPanelProps {
  booking: StaffBooking;
  onDone(): void;
}

/** What a cancellation does to a booking on account. */
const ON_ACCOUNT: Record<CancelledBy, string> = {
  venue: "The account owes nothing for it.",
  customer:
    "The account owes what the terms of the booking keep of a downpayment: the less notice, the more.",
};

/** If the venue has changed its terms, this booking may have the old or the new ones: the figures below show which. */
function policyOf(who: CancelledBy, { accountId }: StaffBooking): string {
  if (accountId !== undefined) return ON_ACCOUNT[who];
  return who === "customer" && !hasInitialRefundTerms(currentVenue().refundTerms)
    ? "By the terms of the booking. Payments beyond the downpayment are refunded until the visit begins."
    : WHO[who].policy;
}

export function CancelPanel({ booking, onDone }: CancelPanelProps) {
  const zone = useZone();
  const id = useId();
  const [cancelledBy, setCancelledBy] = useState<CancelledBy>("venue");
  const [reason, setReason] = useState("");
  const [tellReason, setTellReason] = useState(false);
  const cancelling = useBookingChange(booking.id, (typed: string) =>
    changeBooking(booking.id, {
      status: "cancelled",
      cancelledBy,
      ...(typed && { reason: typed, tellReason }),
    }),
  );
  const [scope, setScope] = useState<SeriesScope>("one");
  const dates = useCancelDates(booking, { scope, cancelledBy });
  const isOne = scope === "one";
  const preview = useQuery({ ...refundPreviewQuery(booking.id, cancelledBy), enabled: isOne });
  const isBusy = cancelling.isPending || dates.cancelling.isPending;
  const cancel = () => {
    const typed = reason.trim();
    if (isOne) cancelling.mutate(typed, { onSuccess: onDone });
    else dates.cancelling.mutate(typed ? { reason: typed, tellReason } : {}, { onSuccess: onDone });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-5">
      <h3 ref={heading} id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold">
        Cancel this booking?
      </h3>
      {booking.seriesId !== undefined && (
        <ScopeFields
          booking={booking}
          legend="Which dates are cancelled?"
          scope={scope}
          onChange={setScope}
        />
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Who cancels?</legend>
        {(["venue", "customer"] as const).map((who) => (
          <ChoiceCard
            key={who}
            name={`${id}-who`}
            label={WHO[who].label}
            checked={cancelledBy === who}
            onChange={() => setCancelledBy(who)}
          >
            {policyOf(who, booking)}
          </ChoiceCard>
        ))}
      </fieldset>
      <div aria-live="polite">
        {!isOne && dates.preview.isError ? (
          <ChangeRefused error={dates.preview.error} otherwise="Failed to calculate the refund" />
        ) : !isOne && dates.preview.data ? (
          <ChangedDates
            label="Dates that are cancelled"
            bookings={dates.preview.data.bookings}
            title={`${countText(dates.preview.data.bookings.length, "date")}, ${sumWords(dates.preview.data)}`}
            placeOf={() => null}
            moneyOf={({ refundAmount, owedAmount }) =>
              owedAmount === undefined
                ? moneyOrNothing(refundAmount, " refund") || "No refund"
                : moneyOrNothing(owedAmount, " owed") || "Nothing owed"
            }
          />
        ) : preview.isError ? (
          <FailureNotice title="Failed to calculate the refund" onRetry={() => void preview.refetch()} />
        ) : isOne && preview.data ? (
          <Outcome preview={preview.data} startsAt={dateAndTime(new Date(booking.startTime), zone)} />
        ) : (
          <Skeleton className="h-32" />
        )}
      </div>
      <AreaField
        label="Reason, stored with the booking"
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {reason.trim() !== "" && (
        <Checkbox
          label="Tell the guest this reason, on the booking's pages and in the mail"
          checked={tellReason}
          onChange={(event) => setTellReason(event.target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          density="dense"
          variant="danger"
          busy={isBusy}
          inert={isOne ? preview.data === undefined : !dates.preview.data?.bookings.length}
          onClick={cancel}
        >
          {isBusy ? "Cancelling..." : isOne ? confirmWords(preview.data) : datesWords(dates.preview.data)}
        </Button>
        <Button density="dense" inert={isBusy} onClick={onDone}>
          Keep {isOne ? "Booking" : "Bookings"}
        </Button>
      </div>
    </section>
  );
}

function confirmWords(preview: RefundPreview | undefined): string {
  if (preview === undefined || Number(preview.refundAmount) === 0) return "Confirm Cancellation";
  return `Confirm Cancellation and Refund ${formatMoney(preview.refundAmount)}`;
}

function datesWords(cancelled: SeriesCancelled | undefined): string {
  if (cancelled === undefined) return "Cancel Dates";
  const refund =
    Number(cancelled.refundAmount) > 0 ? ` and Refund ${formatMoney(cancelled.refundAmount)}` : "";
  return `Cancel ${countText(cancelled.bookings.length, "Date")}${refund}`;
}

/** The money of all dates together. */
const sumWords = ({ refundAmount, owedAmount }: SeriesCancelled): string =>
  owedAmount === undefined
    ? `refund ${formatMoney(refundAmount)}`
    : `the account then owes ${formatMoney(owedAmount)}`;

function Outcome({ preview, startsAt }: { preview: RefundPreview; startsAt: string }) {
  const { noticeHours, owedAmount } = preview;
  const notice =
    noticeHours < 0
      ? "has begun"
      : noticeHours < 48
        ? `in ${noticeHours} hours`
        : `in ${Math.floor(noticeHours / 24)} days`;
  const starts = { label: "Starts", value: `${startsAt} (${notice})` };
  if (owedAmount !== undefined) {
    return (
      <div className="grid gap-2">
        <Facts
          facts={[
            starts,
            {
              label: "The account then owes",
              value: <span className="text-xl">{formatMoney(owedAmount)}</span>,
            },
          ]}
        />
        <p className="text-sm text-muted">
          Nothing is refunded: the booking is on account. If it is on an invoice, a credit note lowers that by
          itself.
        </p>
      </div>
    );
  }
  return (
    <Facts
      facts={[
        { label: "Paid so far", value: formatMoney(preview.paidAmount) },
        starts,
        { label: "Refund", value: <span className="text-xl">{formatMoney(preview.refundAmount)}</span> },
        {
          label: "The venue keeps",
          value: <span className="text-xl">{formatMoney(preview.keptAmount)}</span>,
        },
      ]}
    />
  );
}
