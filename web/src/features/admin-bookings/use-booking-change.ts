/** Changes a booking: sends each change once, then fetches what is shown again, and shows the outcome in a toast (decision 116). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { BOOKINGS_KEY, bookingQuery } from "../../api/staff-bookings.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { useRepeatKey } from "../../form/use-repeat-key.ts";
import { refreshShown } from "../../live/refresh.ts";
import { toast } from "../../ui/toast/toast.tsx";

/**
 * The mutation takes what `send` sends. `send` gets an idempotency key too, which stays the same while the same change is repeated, so
 * that a press whose answer was lost changes nothing twice. `done` is the toast's text.
 */
export function useBookingChange<Asked>(
  bookingId: number,
  send: (asked: Asked, key: string) => Promise<StaffBooking>,
  done = (_: Asked) => "Booking status has been updated successfully.",
) {
  const client = useQueryClient();
  const repeat = useRepeatKey();
  return useMutation({
    mutationFn: (asked: Asked) => send(asked, repeat.keyOf(asked)),
    onSuccess: (booking, asked) => {
      repeat.forget();
      client.setQueryData(bookingQuery(bookingId).queryKey, booking);
      toast({ title: "Booking Updated", description: done(asked) });
    },
    onError: toastRefusal("Update Failed", "Failed to update booking"),
    // After a refusal too: someone else may have changed the booking in the meantime.
    onSettled: () => void refreshShown(client, BOOKINGS_KEY),
  });
}
