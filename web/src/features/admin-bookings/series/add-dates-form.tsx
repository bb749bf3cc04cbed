/** Adds further dates to a series: how many or until when, each with today's price, before they are booked (decision 254). */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Series, SeriesExtension } from "../../../../../bff/contract/series.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { STAFF_PAYMENTS } from "../../../../../core/booking/rules/statuses.ts";
import { MOST_DATES } from "../../../../../core/booking/series/repeat.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { isVenueDay, type VenueDay } from "../../../../../core/venue/time/venue-time.ts";
import { lostDates } from "../../../api/refusal.ts";
import { BOOKINGS_KEY } from "../../../api/staff-bookings.ts";
import { addDates, addDatesPreview } from "../../../api/staff-series.ts";
import { toastRefusal, useRefresh } from "../../../form/after-change.ts";
import { useRepeatKey } from "../../../form/use-repeat-key.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast/toast.tsx";
import { ChangedDates, ChangeRefused } from "./changed-dates.tsx";

type Payment = NonNullable<SeriesExtension["payment"]>;
const PAYMENT_NAMES: Record<Payment, string> = {
  link: "Payment link by mail",
  desk: "Paid at the desk",
  free: "Free",
  account: "On account",
};
const SAME = "same";

/** What is typed: the number of dates, or the last day on which there may be one. */
type End = { count: string } | { until: string };

function endOf(end: End): Pick<SeriesExtension, "count" | "until"> | null {
  if ("until" in end) return isVenueDay(end.until) ? { until: end.until } : null;
  const count = Number(end.count);
  return Number.isInteger(count) && count >= 1 && count <= MOST_DATES ? { count } : null;
}

interface AddDatesFormProps {
  series: Series;
  /** Whether its dates are on a billing account, which then pays further ones too. */
  isOnAccount: boolean;
  onDone(): void;
}

export function AddDatesForm({ series, isOnAccount, onDone }: AddDatesFormProps) {
  const id = useId();
  const refresh = useRefresh();
  const [end, setEnd] = useState<End>({ count: "4" });
  const [payment, setPayment] = useState<Payment | typeof SAME>(SAME);
  const [skip, setSkip] = useState<readonly VenueDay[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const repeat = useRepeatKey();

  const typed = endOf(end);
  const asked: SeriesExtension | null = typed && {
    ...typed,
    skip: [...skip],
    ...(payment === SAME ? {} : { payment }),
  };
  const preview = useQuery({ ...addDatesPreview(series.id, asked ?? {}), enabled: asked !== null });
  const lost = preview.isError ? lostDates(preview.error) : [];
  const count = preview.data?.bookings.length ?? 0;
  const adding = useMutation({
    mutationFn: (wanted: SeriesExtension) => addDates(series.id, wanted, repeat.keyOf(wanted)),
    onSuccess: ({ bookings, paymentRequired }) => {
      toast({
        title: "Series Extended",
        description: `${countText(bookings.length, "further date")}: ${paymentRequired ? "the payment link will be sent" : "confirmed"}.`,
      });
      onDone();
    },
    onError: toastRefusal("Update Failed", "Failed to add the dates"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });
  const change = (next: End) => {
    setEnd(next);
    setSkip([]);
  };

  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3 border-t-2 border-ink pt-3">
      <h3 ref={heading} id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold">
        Add further dates
      </h3>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <TextField
          density="dense"
          label="Further dates"
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_DATES}
          value={"count" in end ? end.count : ""}
          error={"count" in end && typed === null ? `Enter a number from 1 to ${MOST_DATES}` : undefined}
          onChange={({ target }) => change({ count: target.value })}
        />
        <TextField
          density="dense"
          label="Or until"
          type="date"
          value={"until" in end ? end.until : ""}
          error={"until" in end && typed === null ? "Choose the last day" : undefined}
          onChange={({ target }) => change({ until: target.value })}
        />
        <SelectField
          density="dense"
          label="Payment"
          className="col-span-2 sm:col-span-1"
          value={payment}
          options={[
            [SAME, "As before"],
            ...STAFF_PAYMENTS.filter((each) => isOnAccount || each !== "account").map(
              (each) => [each, PAYMENT_NAMES[each]] as const,
            ),
          ]}
          onChange={({ target }) => setPayment(STAFF_PAYMENTS.find((each) => each === target.value) ?? SAME)}
        />
      </div>
      <div aria-live="polite" className="grid min-h-16 gap-2">
        {asked === null ? null : preview.isError ? (
          <ChangeRefused error={preview.error} otherwise="The dates cannot be added" />
        ) : preview.data ? (
          <ChangedDates
            label="Further dates"
            bookings={preview.data.bookings}
            title={`${countText(count, "further date")}: ${formatMoney(preview.data.totalAmount)}`}
            placeOf={({ roomName }) => roomName}
            moneyOf={({ totalAmount }) => formatMoney(totalAmount)}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
        {outWords(typed?.count, { count: preview.data?.bookings.length, skipped: skip.length }).map(
          (words) => (
            <p key={words} className="text-sm text-muted">
              {words}
            </p>
          ),
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {lost.length > 0 && (
          <Button density="dense" onClick={() => setSkip([...skip, ...lost])}>
            Leave Out {countText(lost.length, "Taken Date")}
          </Button>
        )}
        <Button
          density="dense"
          variant="solid"
          busy={adding.isPending}
          inert={asked === null || count === 0}
          onClick={() => asked && adding.mutate(asked)}
        >
          {adding.isPending ? "Adding..." : count > 0 ? `Add ${countText(count, "Date")}` : "Add Dates"}
        </Button>
        <Button density="dense" inert={adding.isPending} onClick={onDone}>
          Leave It
        </Button>
      </div>
    </section>
  );
}

/** The days of the rule that are not added, and why. */
function outWords(
  wanted: number | undefined,
  { count, skipped }: { count: number | undefined; skipped: number },
): string[] {
  if (count === undefined) return [];
  const closed = wanted === undefined ? 0 : wanted - count - skipped;
  return [
    ...(skipped > 0 ? [`${countText(skipped, "taken date is", "taken dates are")} left out.`] : []),
    ...(closed > 0 ? [`${countText(closed, "date is closed and", "dates are closed and")} left out.`] : []),
  ];
}
