/** Cancels several dates of a series: which they are and what is refunded is read first, and only exactly that is done. */
import { useMutation, useQuery } from "@tanstack/react-query";
import type { SeriesCancellation, SeriesCancelled } from "../../../../../bff/contract/series.ts";
import type { StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import { BOOKINGS_KEY } from "../../../api/staff-bookings.ts";
import { cancelDates, cancelDatesPreview } from "../../../api/staff-series.ts";
import { toastRefusal, useRefresh } from "../../../form/after-change.ts";
import { toast } from "../../../ui/toast/toast.tsx";

type Which = Required<Pick<SeriesCancellation, "scope" | "cancelledBy">>;

export function useCancelDates({ id, seriesId = 0 }: StaffBooking, { scope, cancelledBy }: Which) {
  const refresh = useRefresh();
  const asked = { bookingId: id, scope, cancelledBy };
  const enabled = seriesId > 0 && scope !== "one";
  const preview = useQuery({ ...cancelDatesPreview(seriesId, asked), enabled });
  const cancelling = useMutation({
    // With the refund that was shown: if it is another one by now, nothing is cancelled and the new one is shown.
    mutationFn: (words: Pick<SeriesCancellation, "reason" | "tellReason">) =>
      cancelDates(seriesId, { ...asked, ...words, refundAmount: preview.data?.refundAmount }),
    onSuccess: (cancelled) => {
      toast({ title: "Series Updated", description: `${doneWords(cancelled)}.` });
    },
    onError: toastRefusal("Update Failed", "Failed to cancel the dates"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });
  return { preview, cancelling };
}

const doneWords = ({ bookings, refundAmount }: SeriesCancelled): string =>
  `${countText(bookings.length, "date is", "dates are")} cancelled${Number(refundAmount) > 0 ? `, ${formatMoney(refundAmount)} is refunded` : ""}`;
