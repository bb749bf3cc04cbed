/** Knows the visitor's own hours, booked or held by this tab, browser or account, which must not be shown as taken. */
import { type MutationState, useMutationState, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import { bookingCreation } from "../../api/bookings.ts";
import { heldBookingsQuery } from "../../api/held-bookings.ts";
import { readDraft, unansweredHours } from "../../session/booking-draft.ts";
import { useMayHaveHolds } from "../../session/hold-marker.ts";

/** Instants are ISO 8601, UTC. */
export type TabBooking = Pick<BookingCreated, "roomId" | "startTime" | "endTime">;

/** A successful attempt counts as made in the same moment in which it stops running. */
export const ownBookingsOf = (
  attempts: readonly Pick<MutationState<BookingCreated>, "status" | "data">[],
  others: readonly TabBooking[] = [],
  now = Date.now(),
) => ({
  /** The number of bookings that were sent and are not answered yet. */
  underWay: attempts.filter(({ status }) => status === "pending").length,
  // A hold that has ended is no longer the visitor's own; a paid one is shown as booked.
  made: [
    ...attempts.flatMap(({ data }) => (data && Date.parse(data.holdUntil) > now ? data : [])),
    ...others,
  ],
});

/** `now` is the page's time. */
export function useOwnBookings(roomSlug: string, now: Date) {
  const attempts = useMutationState<MutationState<BookingCreated>>({
    filters: { mutationKey: bookingCreation.mutationKey },
  });
  const held = useQuery({ ...heldBookingsQuery, enabled: useMayHaveHolds() }).data;
  // Depends on `attempts` too: an attempt that ends without an answer may still have reached the server.
  return useMemo(() => {
    const unanswered = unansweredHours(readDraft(roomSlug));
    const others = [...(held ?? []), ...(unanswered ? [unanswered] : [])];
    return ownBookingsOf(attempts, others, now.getTime());
  }, [attempts, held, roomSlug, now]);
}
