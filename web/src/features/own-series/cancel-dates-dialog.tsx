/** Cancels dates of a series by its holder: the exact dates and refunds are shown first, and nothing else happens (decisions 70, 253). */
import { useState } from "react";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { SeriesScope } from "../../../../core/booking/series/repeat.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { cancelDates } from "../../api/series.ts";
import { isOnAccount, keptOnAccount } from "../../format/on-account.ts";
import { ScopeFields } from "../../ui/booking/scope-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { ChangedList, dayOf } from "./changed-list.tsx";
import { changeRefusal, type SeriesDialogProps, useSeriesChange } from "./use-series-change.ts";

interface CancelDatesProps extends SeriesDialogProps {
  /** Called once the booking itself is cancelled. */
  onCancelled(message: string): void;
}

export function CancelDatesDialog({ open, ...props }: CancelDatesProps) {
  return (
    <DeskDialog open={open} onClose={props.onClose}>
      <DialogTitle>Cancel dates?</DialogTitle>
      <DialogDescription>
        {props.booking.roomName}.{" "}
        {isOnAccount(props.booking)
          ? "What is kept of each date depends on its own notice."
          : "Each date has its own refund, by its own notice."}
      </DialogDescription>
      <Cancelling {...props} />
    </DeskDialog>
  );
}

function Cancelling({ booking, right, onClose, onCancelled }: Omit<CancelDatesProps, "open">) {
  const [scope, setScope] = useState<SeriesScope>("one");
  const { id: bookingId, seriesId: id, timeZone } = booking;
  const { shown, change, busy } = useSeriesChange({
    right,
    question: ["cancel", bookingId, scope],
    ready: true,
    show: () => cancelDates({ id, access: right, dryRun: true }, { bookingId, scope }),
    carryOut: ({ refundAmount, owedAmount }) =>
      cancelDates({ id, access: right, dryRun: false }, { bookingId, scope, refundAmount, owedAmount }),
    failed: "Cancellation Failed",
    onDone({ bookings, refundAmount, owedAmount }) {
      const money =
        owedAmount === undefined ? `Your refund: ${formatMoney(refundAmount)}.` : keptOnAccount(owedAmount);
      const words = `${countText(bookings.length, "date")} cancelled. ${money}`;
      toast({ title: "Dates Cancelled", description: words });
      if (bookings.some((one) => one.id === bookingId)) onCancelled(words);
      onClose();
    },
  });
  const { data } = shown;
  const count = data?.bookings.length ?? 0;
  return (
    <div className="mt-6 grid gap-5">
      <ScopeFields
        booking={booking}
        legend="Which dates are cancelled?"
        scope={scope}
        onChange={(next) => {
          change.reset();
          setScope(next);
        }}
      />
      {shown.isError && !data && <RefusalNotice>{changeRefusal(shown.error)}</RefusalNotice>}
      {!shown.isError && !data && <Skeleton className="h-40" />}
      {data && (
        <ChangedList
          label="Dates that are cancelled"
          rows={data.bookings.map(({ refundAmount, owedAmount, ...one }) => ({
            id: one.id,
            what: dayOf({ ...one, timeZone }),
            amount:
              owedAmount === undefined
                ? `${formatMoney(refundAmount)} refund`
                : `${formatMoney(owedAmount)} kept`,
          }))}
          sum={
            data.owedAmount === undefined
              ? { label: "Your refund", amount: formatMoney(data.refundAmount) }
              : { label: "Kept, on your invoice", amount: formatMoney(data.owedAmount) }
          }
        />
      )}
      {change.isError && (
        <RefusalNotice>{changeRefusal(change.error, data?.owedAmount !== undefined)}</RefusalNotice>
      )}
      <p>
        Others can book the hours at once.{" "}
        <a href="/cancellation" target="_blank" rel="noreferrer" className="underline underline-offset-4">
          Read the cancellation policy
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
      <div className="flex flex-wrap gap-4 pr-1 pb-1">
        <Button
          variant="danger"
          busy={busy}
          inert={data === undefined}
          onClick={() => data && change.mutate(data)}
        >
          {change.isPending ? "Cancelling…" : data ? `Cancel ${countText(count, "date")}` : "Cancel"}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Keep all dates
        </Button>
      </div>
    </div>
  );
}
