/** Adds further dates to a series by its rule: which, and at what price, is shown first; then they are held and paid (decision 254). */
import { useState } from "react";
import type { SeriesCreated } from "../../../../bff/contract/series.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { MOST_DATES_OF_VISITORS } from "../../../../core/booking/series/repeat.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { extendSeries } from "../../api/series.ts";
import { randomKey } from "../../browser/random-key.ts";
import { isOnAccount } from "../../format/on-account.ts";
import { rememberHold } from "../../session/hold-marker.ts";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { ChangedList, dayOf } from "./changed-list.tsx";
import { changeRefusal, refusedDays, type SeriesDialogProps, useSeriesChange } from "./use-series-change.ts";

interface ExtendProps extends SeriesDialogProps {
  /** Leads to the payment of the new dates. */
  onAdded(created: SeriesCreated): void;
}

const FIRST_COUNT = 4;
const COUNTS = Array.from({ length: MOST_DATES_OF_VISITORS }, (_, at) => at + 1);

export function ExtendDialog({ open, ...props }: ExtendProps) {
  return (
    <DeskDialog open={open} onClose={props.onClose}>
      <DialogTitle>Add further dates</DialogTitle>
      <DialogDescription>
        {props.booking.roomName}, by the same rule after its last date, at today's price.
      </DialogDescription>
      <Adding {...props} />
    </DeskDialog>
  );
}

function Adding({ booking, right, onClose, onAdded }: Omit<ExtendProps, "open">) {
  const { seriesId: id, timeZone } = booking;
  const [count, setCount] = useState(FIRST_COUNT);
  const [skip, setSkip] = useState<readonly string[]>([]);
  const [key] = useState(randomKey);
  const onAccount = isOnAccount(booking);
  const wanted = { count, skip: [...skip] };
  const { shown, change, busy } = useSeriesChange({
    right,
    question: ["extend", id, count, skip],
    ready: true,
    show: () => extendSeries({ id, access: right, dryRun: true }, wanted),
    carryOut: () =>
      extendSeries({ id, access: right, dryRun: false }, wanted, `${key}-${count}-${skip.length}`),
    failed: "Dates Not Added",
    onDone(created) {
      const dates = countText(created.bookings.length, "date");
      if (created.paymentRequired) rememberHold(created.holdUntil);
      const words = onAccount ? `${dates} booked on account.` : `${dates} held for you until they are paid.`;
      toast({ title: "Dates Added", description: words });
      onClose();
      if (!onAccount) onAdded(created);
    },
  });
  const data = shown.isError ? undefined : shown.data;
  const taken = refusedDays(shown.error);
  return (
    <div className="mt-6 grid gap-5">
      <SelectField
        label="How many"
        required
        value={count}
        onChange={({ target }) => {
          change.reset();
          setSkip([]);
          setCount(Number(target.value));
        }}
        options={COUNTS.map((each) => [each, countText(each, "date")] as const)}
      />
      {shown.isError && (
        <div className="grid justify-items-start gap-3">
          <RefusalNotice>
            {taken.length > 0 ? `Taken: ${taken.map(shortDay).join("; ")}.` : changeRefusal(shown.error)}
          </RefusalNotice>
          {taken.length > 0 && (
            <Button variant="outline" onClick={() => setSkip([...skip, ...taken])}>
              Skip {taken.map(shortDay).join("; ")}
            </Button>
          )}
        </div>
      )}
      {!shown.isError && !data && <Skeleton className="h-40" />}
      {data && (
        <>
          <ChangedList
            label="Dates that are added"
            rows={data.bookings.map(({ startTime, endTime, totalAmount }) => ({
              id: startTime,
              what: `${dayOf({ startTime, timeZone })}, ${timeRange(new Date(startTime), new Date(endTime), timeZone)}`,
              amount: formatMoney(totalAmount),
            }))}
            sum={{ label: "Total", amount: formatMoney(data.totalAmount) }}
          />
          <p className="figures">
            {onAccount
              ? `On account: your invoice lists them, and nothing is due now.`
              : `Due now ${formatMoney(data.downpaymentAmount)}, at the venue ${formatMoney(data.remainingAmount)}.`}
            {skip.length > 0 && ` Skipped: ${skip.map(shortDay).join("; ")}.`}
          </p>
        </>
      )}
      {change.isError && <RefusalNotice>{changeRefusal(change.error)}</RefusalNotice>}
      <div className="flex flex-wrap gap-4 pr-1 pb-1">
        <Button busy={busy} inert={data === undefined} onClick={() => data && change.mutate(data)}>
          {change.isPending ? "Adding…" : onAccount ? "Add on account" : payWords(data)}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Not now
        </Button>
      </div>
    </div>
  );
}

/** `planned` is undefined until it is known. */
const payWords = (planned: SeriesCreated | undefined): string =>
  planned ? `Continue to payment – ${formatMoney(planned.downpaymentAmount)}` : "Continue to payment";
