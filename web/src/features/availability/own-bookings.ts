/** Owns which hours are one's own: what this tab is booking or has booked, and what this browser or account holds. They are never somebody else's. */
import { type MutationState, useMutationState, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import { bookingCreation } from "../../api/bookings.ts";
import { heldBookingsQuery } from "../../api/held-bookings.ts";
import { readDraft, unansweredHours } from "../../session/booking-draft.ts";
import { useMayHold } from "../../session/hold-marker.ts";

/** Instants are ISO 8601, UTC. */
export type TabBooking = Pick<BookingCreated, "roomId" | "startTime" | "endTime">;

export interface OwnBookings {
  /** Bookings on their way to the server, whose answer is not known yet. */
  underWay: number;
  made: readonly TabBooking[];
}

/** An attempt that succeeds is made in the same moment in which it ends. */
export const ownBookingsOf = (
  attempts: readonly Pick<MutationState<BookingCreated>, "status" | "data">[],
  others: readonly TabBooking[] = [],
  now = Date.now(),
): OwnBookings => ({
  underWay: attempts.filter(({ status }) => status === "pending").length,
  // A hold that has ended is nobody's; one that was paid reads as booked.
  made: [
    ...attempts.flatMap(({ data }) => (data && Date.parse(data.holdUntil) > now ? data : [])),
    ...others,
  ],
});

/** `now` is what the page goes by. */
export function useOwnBookings(roomSlug: string, now: Date): OwnBookings {
  const attempts = useMutationState<MutationState<BookingCreated>>({
    filters: { mutationKey: bookingCreation.mutationKey },
  });
  const held = useQuery({ ...heldBookingsQuery, enabled: useMayHold() }).data;
  // The attempts are what changes it: one that ends without an answer may have been heard all the same.
  return useMemo(() => {
    const unanswered = unansweredHours(readDraft(roomSlug));
    const others = [...(held ?? []), ...(unanswered ? [unanswered] : [])];
    return ownBookingsOf(attempts, others, now.getTime());
  }, [attempts, held, roomSlug, now]);
}
