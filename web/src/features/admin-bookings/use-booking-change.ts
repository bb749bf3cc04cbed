/** Changes a booking: one change at a time; then it fetches what is shown again, and shows the outcome in a toast (decision 116). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffBooking, StaffBookingChange } from "../../../../bff/contract/staff/staff-booking.ts";
import { serverWords } from "../../api/refusal.ts";
import { BOOKINGS_KEY, bookingQuery, changeBooking, retryRefund } from "../../api/staff-bookings.ts";
import { toastRefusal } from "../../form/told.ts";
import { refreshShown } from "../../live/refresh.ts";
import { toast } from "../../ui/toast/toast.tsx";

/** Returns the mutation of one booking; `change.variables` is the change that is running. */
export function useBookingChange(bookingId: number) {
  const client = useQueryClient();

  const outcome = {
    onSuccess: (booking: StaffBooking) => {
      client.setQueryData(bookingQuery(bookingId).queryKey, booking);
      toast({ title: "Booking Updated", description: "Booking status has been updated successfully." });
    },
    onError: toastRefusal("Update Failed", "Failed to update booking", serverWords),
    // After a refusal too: someone else may have changed the booking meanwhile.
    onSettled: () => void refreshShown(client, BOOKINGS_KEY),
  };

  const change = useMutation({
    mutationFn: (wanted: StaffBookingChange) => changeBooking(bookingId, wanted),
    ...outcome,
  });
  const retry = useMutation({
    mutationFn: (refundId: string) => retryRefund(bookingId, refundId),
    ...outcome,
  });
  return { change, retry };
}
