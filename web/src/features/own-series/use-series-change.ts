/** Shows what a change of a series would do, then does it, and refreshes what is shown of its dates (decision 253). */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { shortDay } from "../../../../core/venue/time/time-format.ts";
import { type BookingAccess, bookingAccessKey } from "../../api/customer-bookings.ts";
import { HELD_KEY } from "../../api/held-bookings.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { ROOMS_KEY } from "../../api/rooms.ts";
import { SERIES_KEY } from "../../api/series.ts";
import { refreshShown } from "../../live/refresh.ts";
import { rememberHoldChange } from "../../session/hold-marker.ts";
import { toast } from "../../ui/toast/toast.tsx";

/** What the dialogs of a series need. */
export interface SeriesDialogProps {
  booking: OwnBooking & { seriesId: number };
  right: BookingAccess;
  open: boolean;
  onClose(): void;
}

interface SeriesChangeOptions<Shown, Done> {
  right: BookingAccess;
  /** Identifies the change: another one is shown again. */
  question: readonly unknown[];
  /** Whether the change is complete enough to be shown. */
  ready: boolean;
  show(): Promise<Shown>;
  carryOut(shown: Shown): Promise<Done>;
  /** The title of the toast if it fails. */
  failed: string;
  onDone(done: Done): void;
}

/** The days that a refusal names; empty if it names none. */
export const refusedDays = (error: unknown): readonly string[] =>
  (error instanceof RequestError && error.problem?.dates) || [];

/** The reason of a refusal, with the days that it names. */
export function changeRefusal(error: unknown, isOnAccount = false): string {
  const days = refusedDays(error);
  if (days.length > 0) return `Not free: ${days.map(shortDay).join("; ")}. Nothing has changed.`;
  if (error instanceof RequestError && error.problem?.code === "RefundChanged") {
    return isOnAccount
      ? "Nothing was cancelled, because what is kept has changed. It is shown above."
      : "Nothing was cancelled, because the refund has changed. The new refund is shown above.";
  }
  return refusalMessage(error, "The dates could not be changed. Please try again.");
}

export function useSeriesChange<Shown, Done>({
  right,
  question,
  ready,
  show,
  carryOut,
  failed,
  onDone,
}: SeriesChangeOptions<Shown, Done>) {
  const client = useQueryClient();
  const shown = useQuery({
    // It is never cached: money and free hours change by the minute.
    queryKey: ["series-change", ...question],
    queryFn: show,
    enabled: ready,
    staleTime: 0,
    gcTime: 0,
  });
  const change = useMutation({
    mutationFn: carryOut,
    onSuccess: (done) => {
      onDone(done);
      rememberHoldChange();
      for (const key of [SERIES_KEY, bookingAccessKey(right), HELD_KEY, ROOMS_KEY]) {
        void refreshShown(client, key);
      }
    },
    onError: (error) => {
      toast({ title: failed, description: changeRefusal(error), variant: "danger" });
      void shown.refetch();
    },
  });
  return { shown, change, busy: change.isPending || shown.isFetching };
}
