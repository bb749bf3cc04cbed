/** Moves dates of a series to another hour of the same days: which, and at what cost, is shown first (decision 253). */
import { useState } from "react";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { SeriesScope } from "../../../../core/booking/series/repeat.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueClockOf, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { moveDates } from "../../api/series.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { clockOf } from "../../format/hours.ts";
import { hourStarts, hoursOfDay } from "../../format/venue.ts";
import { ScopeFields } from "../../ui/booking/scope-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { ChangedList, dayOf } from "./changed-list.tsx";
import { changeRefusal, type SeriesDialogProps, useSeriesChange } from "./use-series-change.ts";

interface MoveDatesProps extends SeriesDialogProps {
  /** Leads to the calendar, where this date alone moves to another day. */
  onOtherDay(): void;
}

export function MoveDatesDialog({ open, ...props }: MoveDatesProps) {
  return (
    <DeskDialog open={open} onClose={props.onClose}>
      <DialogTitle>Another hour</DialogTitle>
      <DialogDescription>
        {props.booking.roomName}. The days and the length stay. All of the dates move, or none does.
      </DialogDescription>
      <Moving {...props} />
    </DeskDialog>
  );
}

function Moving({ booking, right, onClose, onOtherDay }: Omit<MoveDatesProps, "open">) {
  const { id: bookingId, seriesId: id, timeZone, hourCount } = booking;
  const begins = new Date(booking.startTime);
  const present = venueClockOf(begins, timeZone).hour;
  const [scope, setScope] = useState<SeriesScope>("one");
  const [hour, setHour] = useState<number | null>(null);
  const { open, close } = hoursOfDay(venueDayOf(begins, timeZone));
  const starts = hourStarts({ open, close: close - hourCount + 1 }).filter((start) => start !== present);
  const wanted = { bookingId, scope, startTime: clockOf(hour ?? present) };
  const { shown, change, busy } = useSeriesChange({
    right,
    question: ["move", bookingId, scope, hour],
    ready: hour !== null,
    show: () => moveDates({ id, access: right, dryRun: true }, wanted),
    carryOut: () => moveDates({ id, access: right, dryRun: false }, wanted),
    failed: "Reschedule Failed",
    onDone({ bookings }) {
      toast({ title: "Dates Rescheduled", description: `${countText(bookings.length, "date")} moved.` });
      onClose();
    },
  });
  const { data } = shown;
  return (
    <div className="mt-6 grid gap-5">
      <ScopeFields
        booking={booking}
        legend="Which dates move?"
        scope={scope}
        onChange={(next) => {
          change.reset();
          setScope(next);
        }}
      />
      <SelectField
        label="New start"
        required
        value={hour ?? ""}
        onChange={({ target }) => {
          change.reset();
          setHour(target.value === "" ? null : Number(target.value));
        }}
        options={starts.map((start) => [start, clockHour(start)] as const)}
      >
        <option value="">Choose an hour</option>
      </SelectField>
      {shown.isError && <RefusalNotice>{changeRefusal(shown.error)}</RefusalNotice>}
      {hour !== null && !shown.isError && !data && <Skeleton className="h-40" />}
      {data && !shown.isError && (
        <ChangedList
          label="Dates that move"
          rows={data.bookings.map((one) => ({
            id: one.id,
            what: dayOf({ ...one, timeZone }),
            amount: timeRange(new Date(one.startTime), new Date(one.endTime), timeZone),
          }))}
          sum={{ label: "Cost of moving", amount: formatMoney(data.difference) }}
        />
      )}
      {change.isError && <RefusalNotice>{changeRefusal(change.error)}</RefusalNotice>}
      <div className="flex flex-wrap gap-4 pr-1 pb-1">
        <Button
          busy={busy}
          inert={data === undefined || shown.isError}
          onClick={() => data && !shown.isError && change.mutate(data)}
        >
          {change.isPending ? "Moving…" : data ? `Move ${countText(data.bookings.length, "date")}` : "Move"}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Keep the current time
        </Button>
        {booking.reschedulable && (
          <Button variant="ghost" className="px-1! text-ink! decoration-current!" onClick={onOtherDay}>
            Another day for {dayOf(booking)}
          </Button>
        )}
      </div>
    </div>
  );
}
