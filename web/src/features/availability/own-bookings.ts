/** Owns what this tab itself is booking or has booked, so that its own hours are never mistaken for somebody else's. */
import { type MutationState, useMutationState } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BookingCreated } from "../../../../bff/contract/booking.ts";
import { bookingCreation } from "../../api/bookings.ts";

/** Instants are ISO 8601, UTC. */
export type OwnBooking = Pick<BookingCreated, "roomId" | "startTime" | "endTime">;

export interface OwnBookings {
  /** Bookings on their way to the server, whose answer is not known yet. */
  underWay: number;
  made: readonly OwnBooking[];
}

/** An attempt that succeeds is made in the same moment in which it ends. */
export const ownBookingsOf = (
  attempts: readonly Pick<MutationState<BookingCreated>, "status" | "data">[],
): OwnBookings => ({
  underWay: attempts.filter(({ status }) => status === "pending").length,
  made: attempts.flatMap(({ data }) => data ?? []),
});

export function useOwnBookings(): OwnBookings {
  const attempts = useMutationState<MutationState<BookingCreated>>({
    filters: { mutationKey: bookingCreation.mutationKey },
  });
  return useMemo(() => ownBookingsOf(attempts), [attempts]);
}
