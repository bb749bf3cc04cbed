/** Moves several dates of a series within their days: lists each with its new hours and price first, then does exactly that. */
import { useMutation, useQuery } from "@tanstack/react-query";
import type { SeriesMove, SeriesMoved } from "../../../../../bff/contract/series.ts";
import { formatMoney, toAmount, toCents } from "../../../../../core/booking/rules/money.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { BOOKINGS_KEY } from "../../../api/staff-bookings.ts";
import { moveDates, moveDatesPreview } from "../../../api/staff-series.ts";
import { toastRefusal, useRefresh } from "../../../form/after-change.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast/toast.tsx";
import { ChangedDates, ChangeRefused } from "./changed-dates.tsx";

interface MoveDatesProps {
  seriesId: number;
  /** Null while the new hours or the room are not chosen. */
  asked: SeriesMove | null;
  rooms: readonly { id: number; name: string }[];
  onDone(): void;
}

export function MoveDates({ seriesId, asked, rooms, onDone }: MoveDatesProps) {
  const refresh = useRefresh();
  const query = moveDatesPreview(seriesId, asked ?? { bookingId: 0, scope: "one" });
  const preview = useQuery({ ...query, enabled: asked !== null });
  const moving = useMutation({
    mutationFn: (wanted: SeriesMove) => moveDates(seriesId, wanted),
    onSuccess: (moved) => {
      toast({
        title: "Series Moved",
        description: `${countText(moved.bookings.length, "date")} moved. ${differenceText(moved)}.`,
      });
      onDone();
    },
    onError: toastRefusal("Update Failed", "Failed to move the dates"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });
  const count = preview.data?.bookings.length ?? 0;
  return (
    <>
      <div aria-live="polite" className="min-h-16">
        {asked === null ? (
          <p className="border-l-4 border-ink bg-sheet px-4 py-2.5 text-muted">
            Choose other hours or another room to see the dates and the price.
          </p>
        ) : preview.isError ? (
          <ChangeRefused error={preview.error} otherwise="The dates cannot be moved there" />
        ) : preview.data ? (
          <ChangedDates
            label="Dates that move"
            bookings={preview.data.bookings}
            title={`${countText(count, "date moves", "dates move")}. ${differenceText(preview.data)}`}
            placeOf={({ roomId }) => rooms.find(({ id }) => id === roomId)?.name ?? null}
            moneyOf={({ totalAmount }) => formatMoney(totalAmount)}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          density="dense"
          variant="solid"
          busy={moving.isPending}
          inert={asked === null || !preview.isSuccess || count === 0}
          onClick={() => asked && moving.mutate(asked)}
        >
          {moving.isPending ? "Moving..." : `Move ${countText(count, "Date")}`}
        </Button>
        <Button density="dense" inert={moving.isPending} onClick={onDone}>
          Leave It
        </Button>
      </div>
    </>
  );
}

/** `"$60.00 more to pay"`: what becomes of the money of all dates together. */
function differenceText({ difference, bookings }: SeriesMoved): string {
  const cents = toCents(difference.replace("-", "")) ?? 0;
  const amount = formatMoney(toAmount(cents));
  if (cents === 0) return "The price stays as it is";
  if (!difference.startsWith("-")) return `${amount} more to pay`;
  const refund = bookings.reduce((sum, { refundAmount }) => sum + (toCents(refundAmount) ?? 0), 0);
  return refund === 0
    ? `${amount} less to pay`
    : `It costs ${amount} less, and ${formatMoney(toAmount(refund))} of it is refunded`;
}
