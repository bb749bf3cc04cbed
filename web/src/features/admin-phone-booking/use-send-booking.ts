/** Sends a phone booking, or a series of them, once for each content, and says in a toast what was made. */
import { useMutation } from "@tanstack/react-query";
import type { StaffSeriesSubmission } from "../../../../bff/contract/series.ts";
import type { StaffBookingSubmission } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { BOOKINGS_KEY, makePhoneBooking } from "../../api/staff-bookings.ts";
import { makePhoneSeries } from "../../api/staff-series.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useRepeatKey } from "../../form/use-repeat-key.ts";
import { useZone } from "../../format/venue.ts";
import { toast } from "../../ui/toast/toast.tsx";

export interface SentBooking {
  booking: StaffBookingSubmission;
  /** How it repeats; null for one booking. */
  series: Pick<StaffSeriesSubmission, "repeat" | "skip" | "swaps"> | null;
}

interface Made {
  /** The booking to open: of a series, its first date. */
  id: number;
  /** `"#12"`, or `"11 dates"` */
  name: string;
  isOne: boolean;
  paymentRequired: boolean;
  holdUntil: string;
}

async function make({ booking, series }: SentBooking, key: string): Promise<Made> {
  if (series === null) {
    const made = await makePhoneBooking(booking, key);
    return { ...made, name: `#${made.id}`, isOne: true };
  }
  const { bookings, ...made } = await makePhoneSeries({ ...booking, ...series }, key);
  return {
    ...made,
    id: bookings[0]?.id ?? 0,
    name: countText(bookings.length, "date"),
    isOne: bookings.length === 1,
  };
}

interface Sending {
  onBooked(bookingId: number): void;
  onRefused(error: Error): void;
}

export function useSendBooking({ onBooked, onRefused }: Sending) {
  const zone = useZone();
  const refresh = useRefresh();
  const repeat = useRepeatKey();
  return useMutation({
    mutationFn: (booking: SentBooking) => make(booking, repeat.keyOf(booking)),
    onSuccess: ({ id, name, isOne, paymentRequired, holdUntil }, { booking, series }) => {
      toast({
        title: series ? "Series Booked" : "Booking Created",
        description:
          booking.payment === "link" && paymentRequired
            ? `${name}: the payment link will be sent to ${booking.email ?? ""}. Held until ${dateAndTime(new Date(holdUntil), zone)}.`
            : `${name} ${isOne ? "is" : "are"} confirmed${booking.payment === "account" ? ", on account" : ""}.`,
      });
      onBooked(id);
    },
    onError: onRefused,
    onSettled: () => refresh(BOOKINGS_KEY),
  });
}
